import { isRecord, type Kind, whole } from "@/app/_editor/kinds/kind";
import { act } from "@/lib/dashboard/change-in-words";

/** How people sign in to an application instead of OpenID Connect. `both` is stored by some tenants and works nowhere. */
export type Protocol = "off" | "samlp" | "wsfed" | "both";

export const PROTOCOLS = ["off", "samlp", "wsfed"] as const satisfies readonly Protocol[];

export const protocolLabels: Record<Protocol, string> = {
	off: "Off",
	samlp: "SAML 2.0",
	wsfed: "WS-Federation",
	both: "SAML 2.0 and WS-Federation",
};

const KNOWN = Object.keys(protocolLabels) as Protocol[];

/** Which of the two protocols an application uses: the one whose add-on it has. Its form renders the radio buttons. */
export const protocol: Kind<Protocol> = {
	...whole<Protocol>({ label: "Protocol", help: "", wire: "addons", unset: "off" }, isProtocol),
	typed: (form, name) => KNOWN.find((known) => known === form.get(name)) ?? "off",
	valueInWords,
	changeInWords({ before, after }) {
		if (after === null) return act("switch", `${valueInWords(before)} off, with all its settings`);
		if (before === null) return act("switch", `${valueInWords(after)} on`);
		return act("change", `from ${valueInWords(before)} to ${valueInWords(after)}`);
	},
	fault: (content) => (PROTOCOLS.some((known) => known === content) ? null : "Choose one of the three."),
	/** From the add-ons of an application. */
	read(addons) {
		const { samlp, wsfed } = isRecord(addons) ? addons : {};
		if (isRecord(samlp)) return isRecord(wsfed) ? "both" : "samlp";
		return isRecord(wsfed) ? "wsfed" : "off";
	},
};

/** Whether exactly one protocol is on, so that there are settings of it. */
export function isOn(content: Protocol): content is "samlp" | "wsfed" {
	return content === "samlp" || content === "wsfed";
}

function isProtocol(value: unknown): value is Protocol {
	return KNOWN.some((known) => known === value);
}

function valueInWords(json: string | null): string {
	const value: unknown = JSON.parse(json ?? '"off"');
	return isProtocol(value) ? protocolLabels[value] : String(value);
}
