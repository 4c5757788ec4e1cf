import { tmpdir } from "node:os";
import { join } from "node:path";

/** Outside the checkout: what is built and filled once and used again by later runs. */
export const CACHE_FOLDER = join(tmpdir(), "identity-console-bench");
