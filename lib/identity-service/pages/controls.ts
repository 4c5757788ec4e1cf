import { type Html, html } from "./html";
import { type PageScript, pageScript } from "./page";

/** The element with the form's one error; fields that it is about name it as their description. */
const PROBLEM_ID = "problem";

/** The problem of a whole form, which may be about some of its fields, or the problems of single fields. */
export type FormProblem = {
	alert: string | null;
	about?: readonly string[] | undefined;
	fields: Readonly<Record<string, string>>;
};

type TextField = {
	/** Of the form's field, and of the element. */
	name: string;
	label: string;
	value?: string;
	type?: "text" | "email" | "password";
	autocomplete: string;
	inputmode?: "numeric";
	description?: string;
	isRequired?: boolean;
	hasFocus?: boolean;
};

/** A label and its text field. */
export function textField({ about, fields }: FormProblem, field: TextField): Html {
	const { name, label, type = "text", value = "", autocomplete, inputmode, description, isRequired, hasFocus } = field;
	const isWrong = about?.includes(name);
	const problem = fields[name];
	const describedBy = [description && `${name}-description`, isWrong && PROBLEM_ID, problem && `${name}-problem`]
		.filter(Boolean)
		.join(" ");
	return html`<div class="field">
<span><label for="${name}">${label}</label>${isRequired ? html`<span class="required" aria-hidden="true">required</span>` : null}</span>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false"${
		inputmode ? html` inputmode="${inputmode}"` : null
	}${describedBy ? html` aria-describedby="${describedBy}"` : null}${isRequired ? html` aria-required="true"` : null}${
		isWrong || problem ? html` aria-invalid="true"` : null
	}${hasFocus ? html` autofocus` : null}>
${description ? html`<p class="muted" id="${name}-description">${description}</p>` : null}
</div>`;
}

export function primaryButton(label: string): Html {
	return html`<button class="primary" type="submit">${label}</button>`;
}

/** All problems of a form, for its beginning; null where there is none. */
export function problemAlert({ alert, fields }: FormProblem): Html | null {
	const found = Object.entries(fields).map(([name, text]) => ({ id: `${name}-problem`, text }));
	const lines = alert === null ? found : [{ id: PROBLEM_ID, text: alert }, ...found];
	if (lines.length === 0) return null;
	return html`<div class="alert error" role="alert">${lines.map(({ id, text }) => html`<p id="${id}">${text}</p>`)}</div>`;
}

export function note(text: string): Html {
	return html`<div class="alert info" role="status"><p>${text}</p></div>`;
}

/** Adds a button to each password field that shows what was typed. Without scripts there is no button. */
export const SHOW_PASSWORD: PageScript =
	pageScript(`for (const input of document.querySelectorAll("input[type=password]")) {
const button = document.createElement("button");
const show = (isShown) => {
input.type = isShown ? "text" : "password";
button.textContent = isShown ? "Hide password" : "Show password";
};
button.type = "button";
button.className = "reveal";
button.addEventListener("click", () => show(input.type === "password"));
input.form.addEventListener("submit", () => show(false));
input.after(button);
show(false);
}`);
