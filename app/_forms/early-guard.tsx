import { headers } from "next/headers";

/**
 * Guards unsaved edits until the page is hydrated (then use-unsaved-guard does): the browser prompts before leaving, where
 * something was typed or ticked in a form marked `data-early-guard`, unless that form is being submitted. It listens to
 * `beforeunload` only while there are such edits: a page that listens may be kept out of the back/forward cache.
 */
export async function EarlyGuard() {
	const policy = (await headers()).get("content-security-policy") ?? "";
	const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
	// biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file.
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}

const SCRIPT = `{
let isSent = false;
const ask = (event) => event.preventDefault();
const check = () => {
	const fields = document.querySelectorAll("form[data-early-guard] :is(input:not([type=hidden]), textarea)[name]");
	const isEdited = (field) =>
		field.matches("[type=checkbox], [type=radio]") ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
	if (!isSent && [...fields].some(isEdited)) addEventListener("beforeunload", ask);
	else removeEventListener("beforeunload", ask);
};
addEventListener("submit", () => { isSent = true; check(); });
for (const type of ["input", "pageshow"]) addEventListener(type, check);
new MutationObserver(check).observe(document, { subtree: true, attributeFilter: ["data-early-guard"] });
}`;
