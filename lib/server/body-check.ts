import type { IncomingMessage } from "node:http";
import { FORM_FIELDS_MAX, INCIDENT_FIELDS_MAX, UPLOAD_LIMITS } from "./limits.ts";
import { NOT_A_FORM, type Refusal, TOO_LARGE, TOO_MANY_FILES, tooManyFields, UPLOAD_TOO_LARGE } from "./refusal.ts";
import { hasMoreFields } from "./request-checks.ts";
import { pathOf } from "./transport.ts";

/** As the build names its actions. Next handles a name of another build. */
const ACTION_ID = /^[0-9a-f]{42}$/;
/** A page with the list of an incident, whose form is the largest. */
const INCIDENT = /^\/incidents\/[^/]+$/;
/** Above what any page sends, below the depth of React's stack. */
const DEPTH_MAX = 100;
/** The fields with the arguments that are bound to the action of a form; those of a call have only the name of the part. */
const ARGUMENTS_OF_FORM = /^\$ACTION_.*:(.*)$/s;
const ACTION_OF_FORM = /^\$ACTION_ID_(.*)$/s;

/**
 * Why Next may not read the body of a POST: too many bytes or fields, not of its type, or the call of an action by a name
 * of another form, or with arguments that are no list or are nested too deeply. To what else React can't read Next
 * responds 500 (completeResponse in next-adapter.ts).
 * @param body as readBody returns it
 * @param isUpload it is a folder of templates
 * @returns undefined for one that may be read
 */
export async function bodyRefusal(
	request: IncomingMessage,
	{ bytes, isTooLarge }: { bytes: Buffer<ArrayBuffer>; isTooLarge: boolean },
	isUpload = false,
): Promise<Refusal | undefined> {
	const { "content-type": type = "", "next-action": action } = request.headers;
	if (isTooLarge) return isUpload ? UPLOAD_TOO_LARGE : TOO_LARGE;
	const fieldsMax = isUpload
		? UPLOAD_LIMITS.fields
		: INCIDENT.test(pathOf(request))
			? INCIDENT_FIELDS_MAX
			: FORM_FIELDS_MAX;
	if (hasMoreFields(request, bytes, fieldsMax)) return isUpload ? TOO_MANY_FILES : tooManyFields(fieldsMax);
	// Its handler reads it.
	if (isUpload) return undefined;
	if (action !== undefined && !ACTION_ID.test(String(action))) return NOT_A_FORM;
	try {
		const isForm = /^\s*multipart\/form-data/i.test(type);
		const whole = new Response(bytes, { headers: { "content-type": type } });
		const form = isForm ? await whole.formData() : new FormData();
		// A call without fields is its list of arguments alone.
		if (action !== undefined && !isForm) form.set("0", bytes.toString());
		if (action !== undefined && !Array.isArray(JSON.parse(String(form.get("0"))))) return NOT_A_FORM;
		for (const [name, value] of form) {
			const [, id] = ACTION_OF_FORM.exec(name) ?? [];
			if (id !== undefined && !ACTION_ID.test(id)) return NOT_A_FORM;
			const part = action === undefined ? ARGUMENTS_OF_FORM.exec(name)?.[1] : name;
			// React finds JSON by any number of JavaScript's, also NaN.
			if (String(Number(part)) === part && isDeeper(JSON.parse(String(value)), DEPTH_MAX)) return NOT_A_FORM;
		}
		return undefined;
	} catch {
		return NOT_A_FORM;
	}
}

function isDeeper(value: unknown, depth: number): boolean {
	if (typeof value !== "object" || value === null) return false;
	return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}
