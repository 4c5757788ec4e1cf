// Preloaded into an app (`--import`): its clock is ahead by CLOCK_AHEAD_MS.
const System = globalThis.Date;
const now = () => System.now() + Number(process.env.CLOCK_AHEAD_MS);

globalThis.Date = new Proxy(System, {
	construct: (target, parts, newTarget) => Reflect.construct(target, parts.length > 0 ? parts : [now()], newTarget),
	get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
