/** The worker in which a page runs Python: it starts the engine, closes itself, and then listens. */
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import wasm from "@micropython/micropython-webassembly-pyscript/micropython.wasm";
import files from "tapewalk:files";
import {LEVELS} from "./client.js";
import {close} from "./close.js";
import {startEngine} from "./engine.js";

const scope = self;
const post = scope.postMessage.bind(scope);
const url = new URL(wasm, import.meta.url).href;

/** What a worker with arrays imports first, and one with names. */
const ARRAYS = new URL("arrays.js", import.meta.url).href;
const NAMES = new URL("names.js", import.meta.url).href;

// MicroPython reports each refused request for memory to the console.
console.error = () => post({kind: "full"});

async function begin() {
  try {
    const level = LEVELS.indexOf(scope.location.hash.slice(1));
    const [arrays, names] = await Promise.all([ARRAYS, NAMES].slice(0, level).map((address) => import(address)));
    const run = await startEngine(loadMicroPython, {...files, ...names?.files}, {url}, arrays);
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
