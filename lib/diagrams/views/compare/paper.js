/** On paper: the key steps of the first of the two. */
export {filmStrip as frames} from "../../film-strip/film-strip.js";
