import { alternate } from "../rounds.mjs";
import { createVisitor } from "../visitor.mjs";

const ROUNDS = 7;
const VIEWS = 60;
/** Code is compiled anew over its first hundreds of runs: 600 views that do not count. */
const WARM_UP_ROUNDS = 10;

/** What a page view costs the server. @type {import("../bench.mjs").Measure} */
export async function measurePageCpu({ app, floor, admin }) {
	const nobody = createVisitor(floor.address);
	const works = {
		floor: () => cpuOfViews(floor, nobody, "/"),
		form: () => cpuOfViews(app, admin, "/templates/new"),
		list: () => cpuOfViews(app, admin, "/templates"),
	};
	await alternate(WARM_UP_ROUNDS, works);
	const { floor: least, form, list } = await alternate(ROUNDS, works);
	return [row("Server CPU per view, form page", form), row("Server CPU per view, list page", list)];

	function row(measure, ours) {
		return {
			...{ measure, floor: `${least.toFixed(2)} ms`, ours: `${ours.toFixed(2)} ms`, ratio: ours / least },
			...{ goal: "≤ 1.15 × the floor", met: ours <= 1.15 * least },
		};
	}
}

/** Milliseconds of the server's processor per view, one view after the other. */
async function cpuOfViews(server, visitor, path) {
	const before = await server.usage();
	for (let view = 0; view < VIEWS; view += 1) {
		const { status } = await visitor.visit(path);
		if (status !== 200) throw new Error(`${path} answered ${status}`);
	}
	return ((await server.usage()).cpuMilliseconds - before.cpuMilliseconds) / VIEWS;
}
