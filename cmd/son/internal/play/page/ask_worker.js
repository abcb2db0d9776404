'use strict';
// Requests are answered by WebAssembly in a worker, which can be stopped.
const ask = (() => {
  const limit = 20000;
  let worker, ready;
  function start() {
    worker = new Worker('worker.js');
    ready = new Promise((done, failed) => {
      worker.onmessage = () => done();
      worker.onerror = e => failed(new Error(e.message || 'the worker cannot start'));
    });
  }
  function stop() {
    worker.terminate();
    start();
  }
  start();
  return {
    async tell(request, signal) {
      await ready;
      if (signal.aborted) throw signal.reason;
      return new Promise((done, failed) => {
        const timer = setTimeout(() => { stop(); failed(new Error(`it takes longer than ${limit / 1000}s`)); }, limit);
        const end = () => { clearTimeout(timer); signal.removeEventListener('abort', quit); };
        const quit = () => { end(); stop(); failed(signal.reason); };
        signal.addEventListener('abort', quit);
        worker.onmessage = e => { end(); done(JSON.parse(e.data)); };
        worker.onerror = e => { end(); stop(); failed(new Error(e.message || 'the worker failed')); };
        worker.postMessage(JSON.stringify(request));
      });
    },
  };
})();
