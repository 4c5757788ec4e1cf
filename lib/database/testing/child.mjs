import "./typescript.mjs";
import { once } from "node:events";

// Runs one TypeScript file in a process of its own: `node child.mjs <file under the root> [arguments…]`. The file
// exports `run(...arguments)`, which begins when a line comes in, so that several can begin at one moment.
const [file = "", ...parameters] = process.argv.slice(2);
// biome-ignore lint/plugin: no import of this module, the file is what a test asked for.
const module = await import(new URL(`../../../${file}`, import.meta.url).href);
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
await module.run(...parameters);
