import { measureBytes } from "./measures/bytes.mjs";
import { measureClick } from "./measures/click.mjs";
import { measureForm } from "./measures/form.mjs";
import { measureGrowth } from "./measures/growth.mjs";
import { measureInteraction } from "./measures/interaction.mjs";
import { measureLogins } from "./measures/logins.mjs";
import { measureMemory } from "./measures/memory.mjs";
import { measurePageCpu } from "./measures/page-cpu.mjs";
import { measureParameters } from "./measures/parameters.mjs";
import { measureServerAction } from "./measures/server-action.mjs";
import { measureSimulation } from "./measures/simulation.mjs";
import { measureStart } from "./measures/start.mjs";
import { measureTasks } from "./measures/tasks.mjs";
import { measureWrites } from "./measures/writes.mjs";

/** In the order of the table. @type {Record<string, import("./surroundings.mjs").Measure>} */
export const measures = {
	bytes: measureBytes,
	tasks: measureTasks,
	form: measureForm,
	click: measureClick,
	interaction: measureInteraction,
	cpu: measurePageCpu,
	writes: measureWrites,
	logins: measureLogins,
	memory: measureMemory,
	action: measureServerAction,
	simulation: measureSimulation,
	parameters: measureParameters,
	growth: measureGrowth,
	start: measureStart,
};
