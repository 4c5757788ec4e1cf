import { type Content, defineEditor, fieldOfPart, type Values } from "@/app/_editor/editor";
import type { Words } from "@/app/_editor/kinds/words";
import type { TrailChange } from "@/app/_history/trail";
import type { SettingFacts } from "./setting-kinds";
import { singleSignOnFields } from "./single-sign-on-fields";

type Fields = typeof singleSignOnFields;
export type SingleSignOnContent = Content<Fields>;
export type SingleSignOnValues = Values<Fields>;
export type SingleSignOnField = keyof Fields;

/** Whether a field is a setting of the add-on of a protocol. */
export function isSetting(field: string): boolean {
	return "facts" in singleSignOnFields[field as SingleSignOnField];
}

export function factsOf(field: SingleSignOnField): SettingFacts {
	const { facts = {} }: { words: Words; facts?: SettingFacts } = singleSignOnFields[field];
	return facts;
}

/** How people sign in to an application by SAML or WS-Federation. */
export const singleSignOnEditor = defineEditor({
	what: "single sign-on",
	fields: singleSignOnFields,
	applies: (field, { protocol }) =>
		!isSetting(field) || protocol === "samlp" || (protocol === "wsfed" && !factsOf(field).isSamlOnly),
	rule({ content: { protocol, audience, singleLogout, logoutCallback }, isChanged }) {
		if (protocol === "both" && (Object.keys(singleSignOnFields) as SingleSignOnField[]).some(isChanged)) {
			return { protocol: "An application can use only one of the two: choose which." };
		}
		if (protocol !== "samlp") return {};
		const lacksAudience = audience === "" && (isChanged("protocol") || isChanged("audience"));
		const isLogoutChanged = isChanged("singleLogout") || isChanged("logoutCallback");
		const lacksAddress = singleLogout === "on" && logoutCallback === "" && isLogoutChanged;
		return {
			...(lacksAudience && {
				audience: "Enter the entity ID of the application, or fill it in from the application's metadata.",
			}),
			...(lacksAddress && { logoutCallback: "Single logout needs a logout URL." }),
		};
	},
	/** Switching single sign-on off is one change, without one for each of its settings. */
	describeChanges: (changes, _, { protocol }) =>
		protocol === "off" ? changes.filter(({ part }) => !isSetting(fieldOfPart(part))) : changes,
	trail: { read: ofFields },
});

/** An add-on, or a setting of one: `addons.samlp.logout.callback`. */
const ADD_ON = /^addons\.(samlp|wsfed)(?:\.(.+))?$/;

/** The settings of an add-on that was switched off go with it. */
function ofFields(changes: readonly TrailChange[]): TrailChange[] {
	const whole = changes.filter(({ path }) => /^addons\.\w+$/.test(path));
	const isOff = whole.length > 0 && whole.every(({ sign }) => sign === "-");
	return changes.flatMap((change): TrailChange[] => {
		const [, addOn, setting] = ADD_ON.exec(change.path) ?? [];
		if (addOn === undefined) return [change];
		if (setting !== undefined) return isOff ? [] : [{ ...change, path: setting }];
		const addons = { [addOn]: {} };
		return [{ ...change, path: "addons", values: { before: addons, after: addons } }];
	});
}
