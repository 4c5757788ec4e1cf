import {
	choiceSettings,
	protocolLabels,
	switchSettings,
	textSettings,
} from "../_single-sign-on/edit/setting-catalogue";

/** What the trail calls a setting of SAML or WS-Federation: `addons.samlp.logout.callback`; the protocol alone: it is on. */
const PART = /^addons\.(samlp|wsfed)(?:\.(.+))?$/;

const others: Record<string, string> = {
	nameIdentifierProbes: "the name identifier attributes",
	"logout.callback": "the logout URL",
	"logout.slo_enabled": "single logout",
};

export function isAddOnPart(part: string): boolean {
	return PART.test(part);
}

/** The protocol that a part stands for as a whole; null where it is one setting. */
export function protocolOfPart(part: string): string | null {
	const [, protocol, setting] = PART.exec(part) ?? [];
	return protocol !== undefined && setting === undefined ? protocolLabels[protocol as "samlp" | "wsfed"] : null;
}

/** "the audience of SAML 2.0", "the mapping of email of WS-Federation". */
export function settingInWords(part: string): string {
	const [, protocol = "samlp", setting = ""] = PART.exec(part) ?? [];
	return `${nameOf(setting)} of ${protocolLabels[protocol as "samlp" | "wsfed"]}`;
}

function nameOf(setting: string): string {
	if (setting.startsWith("mappings.")) return `the mapping of ${setting.slice("mappings.".length)}`;
	const catalogue = { ...textSettings, ...choiceSettings };
	if (Object.hasOwn(catalogue, setting)) return `the ${inSentence(catalogue[setting as keyof typeof catalogue].label)}`;
	if (Object.hasOwn(switchSettings, setting))
		return `“${switchSettings[setting as keyof typeof switchSettings].label}”`;
	return Object.hasOwn(others, setting) ? (others[setting] ?? setting) : setting;
}

function inSentence(label: string): string {
	return label.charAt(0).toLowerCase() + label.slice(1);
}

/** What is told of a write: where a protocol went on or off, its settings went with it, and are not told one by one. */
export function withoutWholeAddOns(changes: readonly string[]): string[] {
	const wholes = changes.filter((text) => protocolOfPart(text.slice(1)) !== null);
	return changes.filter((text) => {
		const [, protocol, setting] = PART.exec(text.slice(1)) ?? [];
		return setting === undefined || !wholes.includes(`${text.charAt(0)}addons.${protocol}`);
	});
}
