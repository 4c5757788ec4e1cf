import { postJson, request } from "../http.ts";
import { takeTurns } from "../rounds.ts";
import type { Measure } from "../sides.ts";
import { compare, milliseconds } from "../table.ts";
import { newTemplate, templateRequest } from "../tenant.ts";

const COUNT = { rounds: 15, warmUp: 2 };
const CALLS = 8;

/** Creating a template by the form's action, against the same call made directly and an echo through Next. */
export const measureServerAction: Measure = async ({ floor, ours, sides }) => {
	const hop = () => request(`${floor.address}/echo`, postJson(templateRequest()));
	const of = await takeTurns(
		COUNT,
		sides,
		async ({ app, admin }) => {
			const form = await admin.readForm("/templates/new");
			return app.costOf(CALLS, 303, () => admin.sendForm(form, newTemplate()));
		},
		async () => {
			const raw = await ours.app.costOf(CALLS, 201, ours.tenant.createTemplate);
			return { time: raw.time + (await floor.costOf(CALLS, 201, hop)).time };
		},
	);
	return [
		compare("Server action: create, against raw call and hop", milliseconds, of("time", "time"), {
			floor: { atMost: 1.6 },
		}),
	];
};
