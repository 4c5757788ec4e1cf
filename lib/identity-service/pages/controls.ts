import { type Html, html } from "./html";

/** Where the one error of a form stands; fields that it is about name it as their description. */
const PROBLEM_ID = "problem";

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
	/** The form's error is about this field. */
	isWrong?: boolean;
	/** What is wrong with this field alone; stands under it. */
	problem?: string | undefined;
	hasFocus?: boolean;
};

/** A label and its text field. */
export function textField(field: TextField): Html {
	const {
		name,
		label,
		type = "text",
		autocomplete,
		inputmode,
		description,
		isRequired,
		isWrong,
		problem,
		hasFocus,
	} = field;
	const describedBy = [description && `${name}-description`, isWrong && PROBLEM_ID, problem && `${name}-problem`]
		.filter(Boolean)
		.join(" ");
	return html`<div class="field">
<span><label for="${name}">${label}</label>${isRequired ? html`<span class="required" aria-hidden="true">required</span>` : null}</span>
<input id="${name}" name="${name}" type="${type}" value="${field.value ?? ""}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false"${
		inputmode ? html` inputmode="${inputmode}"` : null
	}${describedBy ? html` aria-describedby="${describedBy}"` : null}${isRequired ? html` aria-required="true"` : null}${
		isWrong || problem ? html` aria-invalid="true"` : null
	}${hasFocus ? html` autofocus` : null}>
${problem ? html`<p class="wrong" id="${name}-problem">${problem}</p>` : null}
${description ? html`<p class="muted" id="${name}-description">${description}</p>` : null}
</div>`;
}

export function primaryButton(label: string): Html {
	return html`<button class="primary" type="submit">${label}</button>`;
}

/** What went wrong with the form that it stands in. */
export function problemAlert(text: string): Html {
	return html`<div class="alert error" role="alert" id="${PROBLEM_ID}"><p>${text}</p></div>`;
}

export function note(text: string): Html {
	return html`<div class="alert info" role="status"><p>${text}</p></div>`;
}
