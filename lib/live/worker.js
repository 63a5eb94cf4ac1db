/** The worker in which a page runs Python: it starts the engine, closes itself, and then listens. */
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import wasm from "@micropython/micropython-webassembly-pyscript/micropython.wasm";
import files from "tapewalk:files";
import {close} from "./close.js";
import {startEngine} from "./engine.js";

const scope = self;
const post = scope.postMessage.bind(scope);
const url = new URL(wasm, import.meta.url).href;

// MicroPython tells the console of each request for memory that was refused.
console.error = () => post({kind: "full"});

async function begin() {
  try {
    const run = await startEngine(loadMicroPython, files, {url});
    scope.addEventListener("message", ({data: {id, program, leaves}}) => {
      post({kind: "begun", id});
      try {
        post({kind: "done", id, result: run(program, leaves)});
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
