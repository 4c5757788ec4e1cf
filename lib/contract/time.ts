import { z } from "zod";
import { known } from "./lenient";

/** A time in a response: text, absent, null, or (on a real tenant) an object without a usable value. */
export const time = known(z.union([z.string(), z.looseObject({})]));
