'use strict';
importScripts('wasm_exec.js');
const go = new Go();
WebAssembly.instantiateStreaming(fetch('son.wasm'), go.importObject).then(({ instance }) => {
  go.run(instance);
  self.onmessage = e => postMessage(sonTell(e.data));
  postMessage('ready');
}, e => { throw e; });
