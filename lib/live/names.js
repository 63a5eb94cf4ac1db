/** The names that ship with the library: a worker imports them where a program learns from them. */
export {default as files} from "tapewalk:names";
