import "server-only";
import type { Fields } from "@/app/_editor/editor";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { someOf } from "@/lib/dashboard/in-short";
import { grantLabel } from "@/lib/dashboard/management/applications/application-labels";
import { protocolLabels } from "./protocol";
import { isSettingSwitch } from "./setting-kinds";
import { singleSignOnEditor } from "./single-sign-on-editor";

/** The parts of an application by their names in the audit trail, and their names in sentences. */
const properties = new Map([
	["name", "the name"],
	["description", "the description"],
	["app_type", "the type"],
	["refresh_token", "the rotation and lifetimes of refresh tokens"],
	["is_token_endpoint_ip_header_trusted", "whether the network addresses that it names are trusted"],
	["client_metadata", "whether people may sign up"],
]);

const lists = new Map([
	["callbacks", "callback URL"],
	["allowed_logout_urls", "logout URL"],
	["web_origins", "web origin"],
	["client_aliases", "realm"],
]);

type Verb = { done: string; tried: string };

const add: Verb = { done: "Added", tried: "add" };
const remove: Verb = { done: "Removed", tried: "remove" };
const change: Verb = { done: "Changed", tried: "change" };
const allow: Verb = { done: "Allowed it", tried: "allow it" };
const withdraw: Verb = { done: "Took from it", tried: "take from it" };
const switchOn: Verb = { done: "Switched on", tried: "switch on" };
const switchOff: Verb = { done: "Switched off", tried: "switch off" };
const signs = { "+": add, "-": remove, "~": change } as const;

/** Describes an audit entry about an application, a line per change. What was not done is described as an attempt. */
export function describeApplicationChange({ operation, changes, moreChanges, outcome }: AuditEntry): string[] {
	const line = (verb: Verb, what: string) => `${outcome === "done" ? verb.done : `Tried to ${verb.tried}`} ${what}`;
	const names = changes.map((text) => text.replace(/^[+~-]/, ""));
	const all = someOf(names, { max: names.length, count: names.length + moreChanges });
	switch (operation) {
		case "post_clients":
			return [line({ done: "Created", tried: "create" }, "it")];
		case "post_rotate-secret":
			return [line({ done: "Rotated", tried: "rotate" }, "its secret")];
		case "post_client-grants":
			return [line(allow, all || "no scope")];
		case "patch_client-grants_by_id": {
			const signed = (sign: string) => changes.filter((text) => text.startsWith(sign)).map((text) => text.slice(1));
			const [added, removed] = [signed("+"), signed("-")];
			const lines = [
				...(added.length > 0 ? [line(allow, added.join(", "))] : []),
				...(removed.length > 0 ? [line(withdraw, removed.join(", "))] : []),
			];
			return moreChanges > 0 || lines.length === 0
				? [...lines, line(change, lines.length > 0 ? `${moreChanges} more scopes` : "its scopes")]
				: lines;
		}
		case "delete_client-grants_by_id":
			return [line(withdraw, all || "a grant without scopes")];
		default:
			if (changes.length === 0) return [line({ done: "Saved", tried: "save" }, "it without a change")];
			return withoutWholeAddOns(changes).map((text) => {
				const part = text.replace(/^[+~-]/, "");
				const sign = text.charAt(0) as keyof typeof signs;
				const protocol = protocolOfPart(part);
				if (protocol !== null) return line(sign === "-" ? switchOff : switchOn, protocol);
				if (isAddOnPart(part)) return line(change, settingInWords(part));
				// A setting is described as changed, whether or not it was there before.
				return line((properties.has(part) ? undefined : signs[sign]) ?? change, wordsFor(part));
			});
	}
}

/** "the name", "the callback URL https://…", "the password grant"; an unknown part is shown by its name. */
function wordsFor(part: string): string {
	const [name = "", ...rest] = part.split(" ");
	const member = rest.join(" ");
	if (name === "grant_types") return `the ${grantLabel(member)} grant`;
	const list = lists.get(name);
	return list ? `the ${list} ${member}` : (properties.get(part) ?? part);
}

/** A setting of SAML or WS-Federation in the trail: `addons.samlp.logout.callback`; the protocol alone: it is on. */
const PART = /^addons\.(samlp|wsfed)(?:\.(.+))?$/;

function isAddOnPart(part: string): boolean {
	return PART.test(part);
}

/** The protocol that a part stands for as a whole; null where it is one setting. */
function protocolOfPart(part: string): string | null {
	const [, protocol, setting] = PART.exec(part) ?? [];
	return protocol !== undefined && setting === undefined ? protocolLabels[protocol as "samlp" | "wsfed"] : null;
}

/** "the audience of SAML 2.0", "the mapping of email of WS-Federation". */
function settingInWords(part: string): string {
	const [, protocol = "samlp", setting = ""] = PART.exec(part) ?? [];
	return `${nameOf(setting)} of ${protocolLabels[protocol as "samlp" | "wsfed"]}`;
}

function nameOf(setting: string): string {
	if (setting.startsWith("mappings.")) return `the mapping of ${setting.slice("mappings.".length)}`;
	if (setting === "logout.slo_enabled") return "single logout";
	const fields: Fields = singleSignOnEditor.fields;
	const kind = Object.values(fields).find(({ wire }) => wire === setting);
	if (!kind) return setting;
	return isSettingSwitch(kind) ? `“${kind.label}”` : `the ${inSentence(kind.label)}`;
}

/** Where a protocol was switched on or off as a whole, its settings are not listed one by one. */
function withoutWholeAddOns(changes: readonly string[]): string[] {
	const wholes = changes.filter((text) => protocolOfPart(text.slice(1)) !== null);
	return changes.filter((text) => {
		const [, protocol, setting] = PART.exec(text.slice(1)) ?? [];
		return setting === undefined || !wholes.includes(`${text.charAt(0)}addons.${protocol}`);
	});
}
