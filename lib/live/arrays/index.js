/** The arrays of a page: a worker imports them where a program needs them, before it closes itself. */
import files from "tapewalk:arrays";

export {bridge} from "./bridge.js";
export {files};
