// Small objects that live for one step of a simulation.
function step(body, dt) {
  const force = { x: -body.px, y: -body.py, z: -body.pz };
  const scaled = { x: force.x * dt, y: force.y * dt, z: force.z * dt };
  const speed = { x: body.vx + scaled.x, y: body.vy + scaled.y, z: body.vz + scaled.z };
  body.vx = speed.x;
  body.vy = speed.y;
  body.vz = speed.z;
  body.px += speed.x * dt;
  body.py += speed.y * dt;
  body.pz += speed.z * dt;
}
function run(n) {
  const body = { px: 1, py: 0.5, pz: 0.25, vx: 0, vy: 1, vz: 0 };
  for (let i = 0; i < n * 20; i++) step(body, 0.001);
  return body.px.toFixed(6) + " " + body.vy.toFixed(6);
}
