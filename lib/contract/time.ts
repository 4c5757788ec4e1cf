import { z } from "zod";

/** A time in a response: text, absent, null, or (on a real tenant) an object without a usable value. */
export const time = z.union([z.string(), z.looseObject({})]).nullish();
