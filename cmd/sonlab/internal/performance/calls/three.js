// file three/build/three.core.js
// module
const v = new lib.Vector3(1, 2, 3).applyMatrix4(new lib.Matrix4().makeRotationY(Math.PI / 4)).normalize();
console.log(v.toArray().map((n) => n.toFixed(4)).join(), new lib.Color("tomato").getHexString(), new lib.Quaternion().setFromEuler(new lib.Euler(1, 0, 0)).x.toFixed(4));
const scene = new lib.Scene();
const mesh = new lib.Mesh(new lib.BoxGeometry(1, 2, 3), new lib.MeshBasicMaterial({ color: 0xff0000 }));
mesh.position.set(0, 0, -5);
scene.add(mesh);
scene.updateMatrixWorld();
const hits = new lib.Raycaster(new lib.Vector3(), new lib.Vector3(0, 0, -1)).intersectObject(mesh);
console.log(hits.length, hits[0].distance, mesh.geometry.attributes.position.count, scene.children[0].isMesh);
const camera = new lib.PerspectiveCamera(50, 1.5, 0.1, 100);
console.log(camera.projectionMatrix.elements.map((n) => n.toFixed(3)).join(), new lib.Box3().setFromObject(mesh).max.z);
const curve = new lib.CatmullRomCurve3([new lib.Vector3(), new lib.Vector3(1, 1, 0), new lib.Vector3(2, 0, 0)]);
console.log(curve.getPoint(0.25).y.toFixed(4), new lib.SphereGeometry(1, 8, 6).index.count, JSON.stringify(mesh.toJSON().object.matrix));
