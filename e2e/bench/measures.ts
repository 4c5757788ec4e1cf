import { measureServerAction } from "./measures/action.ts";
import { measureBytes } from "./measures/bytes.ts";
import { measureCpu } from "./measures/cpu.ts";
import { measureGrowth } from "./measures/growth.ts";
import { measureInteraction } from "./measures/interaction.ts";
import { measureLoad, measureOverload } from "./measures/load.ts";
import { measureLogins } from "./measures/logins.ts";
import { measureMemory } from "./measures/memory.ts";
import { measureSimulation } from "./measures/simulation.ts";
import { measureStart } from "./measures/start.ts";
import { measureTasks } from "./measures/tasks.ts";
import { measureWrites } from "./measures/writes.ts";
import type { Measure } from "./sides.ts";

/** In the order of the table. */
export const measures: Record<string, Measure> = {
	bytes: measureBytes,
	tasks: measureTasks,
	interaction: measureInteraction,
	cpu: measureCpu,
	writes: measureWrites,
	logins: measureLogins,
	memory: measureMemory,
	action: measureServerAction,
	simulation: measureSimulation,
	growth: measureGrowth,
	start: measureStart,
	load: measureLoad,
	overload: measureOverload,
};
/** These take minutes, and the whole machine. */
export const WITH_MANY_ADMINS = ["load", "overload"];
