import { z } from "zod";
import { objectOfEntries } from "../safe-object";

const settings = objectOfEntries(() => {}).meta({ type: "object" });

/** Settings of the protocols beside OpenID Connect. An empty object switches one on; what is not there is off. */
export const clientAddons = z.strictObject({ samlp: settings, wsfed: settings }).partial();
export type ClientAddons = z.infer<typeof clientAddons>;
