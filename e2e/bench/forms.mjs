import { templateRequest } from "./tenant.mjs";

/** What an admin fills in to create a template, under a name of its own. */
export function newTemplate() {
	return { name: templateRequest().name, type: "mdl", attribute: "portrait" };
}

/**
 * Sends a page's form as a browser without scripts does.
 * @param {import("./visitor.mjs").Visitor} visitor
 * @param {string} path of the page
 * @param {Record<string, string>} typed what is filled in, over what stands in the form
 */
export async function submitForm(visitor, path, typed) {
	return sendForm(visitor, await readForm(visitor, path), typed);
}

/**
 * What a page's form holds: hidden fields, and those of the framework that name the action.
 * @param {import("./visitor.mjs").Visitor} visitor
 * @param {string} path
 */
export async function readForm(visitor, path) {
	const { text } = await visitor.visit(path);
	const [form = ""] = text.match(/<form(?:(?!<\/form>)[\s\S])*\$ACTION[\s\S]*?<\/form>/) ?? [];
	const hidden = [...form.matchAll(/<input type="hidden"[^>]*>/g)].map(
		([tag]) => /** @type {const} */ ([attribute(tag, "name"), attribute(tag, "value")]),
	);
	return { path, hidden };
}

/**
 * @param {import("./visitor.mjs").Visitor} visitor
 * @param {Awaited<ReturnType<typeof readForm>>} form
 * @param {Record<string, string>} typed
 */
export async function sendForm(visitor, { path, hidden }, typed) {
	const data = new FormData();
	for (const [name, value] of [...hidden, ...Object.entries(typed)]) data.append(name, value);
	const encoded = new Response(data);
	const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
	return visitor.visit(path, { method: "POST", headers, body: Buffer.from(await encoded.arrayBuffer()) });
}

/**
 * @param {string} tag
 * @param {string} name
 */
function attribute(tag, name) {
	const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
	return value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
