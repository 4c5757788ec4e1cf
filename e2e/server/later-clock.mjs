import { existsSync } from "node:fs";

// Preloaded into an app (`--import`): its clock is ahead by CLOCK_AHEAD_MS; where CLOCK_AHEAD_WHILE names a file, only
// while that exists.
const System = globalThis.Date;
const { CLOCK_AHEAD_MS, CLOCK_AHEAD_WHILE } = process.env;
const isAhead = () => CLOCK_AHEAD_WHILE === undefined || existsSync(CLOCK_AHEAD_WHILE);
const now = () => System.now() + (isAhead() ? Number(CLOCK_AHEAD_MS) : 0);

globalThis.Date = new Proxy(System, {
	construct: (target, parts, newTarget) => Reflect.construct(target, parts.length > 0 ? parts : [now()], newTarget),
	get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
