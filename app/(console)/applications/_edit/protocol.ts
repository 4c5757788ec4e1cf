import { choice } from "@/app/_editor/kinds/choice";
import { isRecord, isText, type Kind } from "@/app/_editor/kinds/kind";
import { isolated } from "@/lib/contract/name-or-id";
import { act } from "@/lib/dashboard/change-in-words";

export const protocolLabels = {
	off: "Off",
	samlp: "SAML 2.0",
	wsfed: "WS-Federation",
	both: "SAML 2.0 and WS-Federation",
};

/** How people sign in to an application instead of OpenID Connect. `both` is stored by some tenants and works nowhere. */
export type Protocol = keyof typeof protocolLabels;

/** Which of the two protocols an application uses: the one whose add-on it has. */
export const protocol = choice({
	label: "Protocol",
	help: "Most bought applications use SAML 2.0; SharePoint, older Windows and ASP.NET applications use WS-Federation. Off: users sign in by OpenID Connect, or not at all.",
	wire: "addons",
	options: Object.entries(protocolLabels),
	isValue: isProtocol,
	changeInWords({ before, after }) {
		if (after === null) return act("switch", `${labelOf(before)} off, with all its settings`);
		return before === null
			? act("switch", `${labelOf(after)} on`)
			: act("change", `from ${labelOf(before)} to ${labelOf(after)}`);
	},
	/** From the add-ons of an application. */
	read(addons) {
		const { samlp, wsfed } = isRecord(addons) ? addons : {};
		if (isRecord(samlp)) return isRecord(wsfed) ? "both" : "samlp";
		return isRecord(wsfed) ? "wsfed" : "off";
	},
}) as Kind<Protocol>;

/** Whether exactly one protocol is on, so that there are settings of it. */
export function isOn(content: Protocol): content is "samlp" | "wsfed" {
	return content === "samlp" || content === "wsfed";
}

function isProtocol(value: unknown): value is Protocol {
	return isText(value) && Object.hasOwn(protocolLabels, value);
}

function labelOf(json: string | null): string {
	const found: unknown = JSON.parse(json ?? '"off"');
	return isProtocol(found) ? protocolLabels[found] : `“${isolated(String(found))}”`;
}
