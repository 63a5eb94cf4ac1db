/** The worker in which a page runs Python: it starts the engine, closes itself, and then listens. */
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import wasm from "@micropython/micropython-webassembly-pyscript/micropython.wasm";
import files from "tapewalk:files";
import {close} from "./close.js";
import {startEngine} from "./engine.js";

const scope = self;
const post = scope.postMessage.bind(scope);
const url = new URL(wasm, import.meta.url).href;

/** What a worker with arrays imports first. */
const ARRAYS = new URL("arrays.js", import.meta.url).href;

// MicroPython reports each refused request for memory to the console.
console.error = () => post({kind: "full"});

async function begin() {
  try {
    const arrays = scope.location.hash === "#arrays" ? await import(ARRAYS) : null;
    const run = await startEngine(loadMicroPython, files, {url}, arrays);
    scope.addEventListener("message", ({data: {id, program, leaves}}) => {
      post({kind: "begun", id});
      try {
        const heard = (/** @type {string} */ printed) => post({kind: "begun", id, printed});
        post({kind: "done", id, result: run(program, leaves, heard)});
      } catch (error) {
        post({kind: "broken", id, message: `${error}`});
      }
    });
    close(scope);
    post({kind: "ready"});
  } catch (error) {
    post({kind: "failed", message: String(error)});
  }
}

begin();
