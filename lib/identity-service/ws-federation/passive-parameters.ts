import { messageRefusal } from "../http/refusal";

/** Parameters of WS-Federation 1.2 section 13 that mean something here; all others are passed over. */
const NAMES = ["wa", "wtrealm", "wreply", "wctx", "wct", "whr", "wfresh"] as const;
export type PassiveParameters = Readonly<Record<(typeof NAMES)[number], string | null>>;

/** @throws Refusal for one that is there twice: two readers could take different ones */
export function passiveParameters(query: URLSearchParams): PassiveParameters {
	const read = (name: (typeof NAMES)[number]) => {
		const values = query.getAll(name);
		if (values.length > 1) throw messageRefusal(`The request has more than one ${name}.`);
		return values[0] || null;
	};
	return {
		...{ wa: read("wa"), wtrealm: read("wtrealm"), wreply: read("wreply"), wctx: read("wctx") },
		...{ wct: read("wct"), whr: read("whr"), wfresh: read("wfresh") },
	};
}
