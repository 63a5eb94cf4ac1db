/** On paper: the key steps of both passes. */
export {filmStrip as frames} from "../../film-strip/film-strip.js";
