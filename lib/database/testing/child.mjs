import { once } from "node:events";
import { loadTypeScript } from "./load-typescript.mjs";

// Runs one TypeScript file in a process of its own: `node child.mjs <file under the root> [arguments…]`. The file
// exports `run(...arguments)`, which begins when a line comes in, so that several can begin at one moment.
const [file = "", ...parameters] = process.argv.slice(2);
const module = await loadTypeScript(file);
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();
await module.run(...parameters);
