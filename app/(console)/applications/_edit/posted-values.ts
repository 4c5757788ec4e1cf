import { type ApplicationFormValues, emptyValues } from "./application-content";

/** Reads the native controls of a form: what was posted without scripts, or typed before they ran. */
export function postedValues(form: FormData): ApplicationFormValues {
	// A posted text area has the line breaks of the wire.
	const text = (name: string) => String(form.get(name) ?? "").replaceAll("\r\n", "\n");
	return {
		name: text("name"),
		description: text("description"),
		type: form.has("type") ? text("type") : emptyValues.type,
		callbacks: text("callbacks"),
		logoutUrls: text("logoutUrls"),
		webOrigins: text("webOrigins"),
		grants: form.getAll("grant").map(String),
		rotates: form.has("rotates"),
		signUp: form.has("signUp"),
	};
}
