import type { Fields } from "@/app/_editor/editor";
import { inSentence, isFlag } from "@/app/_editor/kinds/kind";
import { protocolLabels } from "../_single-sign-on/edit/protocol";
import { singleSignOnEditor } from "../_single-sign-on/edit/single-sign-on-editor";

/** What the trail calls a setting of SAML or WS-Federation: `addons.samlp.logout.callback`; the protocol alone: it is on. */
const PART = /^addons\.(samlp|wsfed)(?:\.(.+))?$/;

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
	if (setting === "logout.slo_enabled") return "single logout";
	const fields: Fields = singleSignOnEditor.fields;
	const kind = Object.values(fields).find(({ wire }) => wire === setting);
	if (!kind) return setting;
	return isFlag(kind.usual) ? `“${kind.label}”` : `the ${inSentence(kind.label)}`;
}

/** What is told of a write: where a protocol went on or off, its settings went with it, and are not told one by one. */
export function withoutWholeAddOns(changes: readonly string[]): string[] {
	const wholes = changes.filter((text) => protocolOfPart(text.slice(1)) !== null);
	return changes.filter((text) => {
		const [, protocol, setting] = PART.exec(text.slice(1)) ?? [];
		return setting === undefined || !wholes.includes(`${text.charAt(0)}addons.${protocol}`);
	});
}
