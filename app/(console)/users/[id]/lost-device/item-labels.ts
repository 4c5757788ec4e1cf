import "server-only";
import { nameInWords } from "@/components/ui/invisible-characters";
import { timeInZone } from "@/components/ui/time-in-zone";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { addressOf, type HeldSession, lastUsed } from "@/lib/dashboard/devices/group-devices";
import { inShort, listed } from "@/lib/dashboard/in-short";
import { idOf, sessionItem, tokenItem } from "./lost-device-state";
import type { Devices } from "./read-devices";
import type { Ends } from "./requested-writes";

/**
 * Sessions and refresh tokens in plain words, by the items of the form: "session sess_1, last used 2026-03-01 10:00 UTC, from
 * 192.0.2.1, with its refresh token of Portal (rt_1)".
 * @param requested what the trail calls those that are not listed any more
 */
export function labelledItems({ groups, names, tokens }: Devices, requested: Ends): (item: string) => string {
	const labels = new Map<string, string>();
	const tokensAreKnown = tokens.value !== undefined;
	for (const group of groups) {
		for (const held of group.sessions) {
			labels.set(sessionItem(held.session.id), sessionLabel(held, names, tokensAreKnown));
			for (const token of held.tokens) labels.set(tokenItem(token.id), `refresh token ${tokenLabel(token, names)}`);
		}
		for (const token of group.tokens) labels.set(tokenItem(token.id), `refresh token ${tokenLabel(token, names)}`);
	}
	return (item) => {
		const name = requested.get(idOf(item))?.name;
		const apart = item.replace(/^token /, "refresh token ");
		return labels.get(item) ?? (name ? `${apart}, ${nameInWords(inShort(name))}` : apart);
	};
}

const NAMED_MAX = 10;
const LABEL_MAX = 1_000;

function sessionLabel({ session, tokens }: HeldSession, names: Devices["names"], tokensAreKnown: boolean): string {
	const used = lastUsed(session);
	const ip = addressOf(session);
	const ending = tokens.map((token) => tokenLabel(token, names));
	const label = [
		`session ${session.id}`,
		used === "" ? null : `last used ${timeInZone(new Date(used), "UTC")}`,
		ip === null ? null : `from ${ip}`,
		ending.length > 0
			? `with its refresh tokens ${listed(ending.slice(0, NAMED_MAX), Math.max(0, ending.length - NAMED_MAX))}`
			: tokensAreKnown
				? null
				: "with its refresh tokens, which could not be read",
	];
	return inShort(label.filter((part) => part !== null).join(", "), LABEL_MAX);
}

/** "of Portal (rt_1)". */
function tokenLabel({ id, client_id }: RefreshToken, names: Devices["names"]): string {
	const application = client_id ? nameInWords(inShort(names.get(client_id) ?? client_id)) : null;
	return `of ${application ?? "an application that is not reported"} (${id})`;
}
