import "./typescript.mjs";
import { once } from "node:events";

// Runs one TypeScript file in a process of its own: `node child.mjs <file under the root> [arguments…]`. The file
// exports `run(...arguments)`, which begins when a line is received, so that several can begin at the same moment.
const [file = "", ...parameters] = process.argv.slice(2);
// biome-ignore lint/plugin: no import of this module, a test names the file.
const module = await import(new URL(`../../../${file}`, import.meta.url).href);
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
await module.run(...parameters);
