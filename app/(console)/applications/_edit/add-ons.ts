import { isRecord } from "@/app/_editor/kinds/kind";
import { contentOfResponse, fieldAtPath, withFields } from "@/app/_editor/wire";
import type { FederatedApplication } from "@/lib/contract/client/application";
import { isOn } from "./protocol";
import {
	isSetting,
	type SingleSignOnContent,
	type SingleSignOnField,
	singleSignOnEditor,
} from "./single-sign-on-editor";

// Maps the editor's fields to the properties of an application. Settings are in the add-on of their protocol, `samlp` or
// `wsfed`, beside others that this console doesn't know.

const { changedFields, fields, defaults } = singleSignOnEditor;

/** The editable content of an application's single sign-on. Values of unexpected types are left out, and stay stored. */
export function contentOf({ addons, callbacks, client_aliases }: FederatedApplication): SingleSignOnContent {
	const protocol = fields.protocol.codec.read(addons);
	const settings = isOn(protocol) && isRecord(addons?.[protocol]) ? addons[protocol] : {};
	return contentOfResponse(singleSignOnEditor, { ...settings, addons, callbacks, client_aliases });
}

/**
 * Body of the PATCH that turns `before` into `after`. The service replaces `addons` as a whole, so all of it is sent: other
 * add-ons and unknown settings as they are stored. What is not set is left out. Null: nothing to send.
 */
export function updateRequestOf(
	before: SingleSignOnContent,
	after: SingleSignOnContent,
	{ addons }: Pick<FederatedApplication, "addons">,
): Record<string, unknown> | null {
	const changed = changedFields(before, after);
	if (changed.length === 0) return null;
	const lists = (["callbacks", "aliases"] as const).filter((name) => changed.includes(name));
	return {
		...withFields(singleSignOnEditor, lists, after, {}),
		...(changed.length > lists.length && { addons: addonsOf(before, after, addons ?? {}) }),
	};
}

type Addons = Readonly<Record<string, unknown>>;

function addonsOf(before: SingleSignOnContent, after: SingleSignOnContent, addons: Addons): Addons {
	const { samlp: _samlp, wsfed: _wsfed, ...others } = addons;
	const { protocol } = after;
	if (!isOn(protocol)) return others;
	const isSame = before.protocol === protocol;
	// Settings of another protocol are no baseline for this one's: all that is chosen is written anew.
	const changed = changedFields(isSame ? before : { ...defaults, protocol }, after).filter(isSetting);
	const settings = isSame && isRecord(addons[protocol]) ? addons[protocol] : {};
	return { ...others, [protocol]: withFields(singleSignOnEditor, changed, after, settings) };
}

/** The field that a path of the interface belongs to; null where it is none of them. */
export function fieldAt(path: string): SingleSignOnField | null {
	const setting = path.replace(/^addons\.(?:samlp|wsfed)\./, "");
	if (/^logout\b/.test(setting)) return "logoutCallback";
	return fieldAtPath(singleSignOnEditor, setting);
}
