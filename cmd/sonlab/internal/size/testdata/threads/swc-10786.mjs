// A record of constants that nothing changes, and that others do not see.
const config = { debug: false, retries: 3, url: "/api", timeout: 1000 };
const log = (...words) => {
  if (config.debug) console.log("[api]", ...words);
};
export async function load(name) {
  for (let i = 0; i < config.retries; i++) {
    log("try", i);
    const answer = await fetch(config.url + "/" + name, { signal: AbortSignal.timeout(config.timeout) });
    if (answer.ok) return answer.json();
  }
  log("gave up");
}
