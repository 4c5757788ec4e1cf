import { isolated } from "@/lib/contract/name-or-id";
import { type FormProblem, note, primaryButton, problemAlert, SHOW_PASSWORD, textField } from "../pages/controls";
import { type Html, html } from "../pages/html";
import type { Page } from "../pages/page";
import { PASSWORD_HINT } from "../passwords/password-rules";
import { connectionLinks, emailField, type LoginView } from "./login-pages";
import { type ShownProblem, wordsOf } from "./login-problems";

/** The form with the address and the password of a new account. */
export function signUpPage(view: LoginView): Page {
	const { path, application, retry } = view;
	const { email } = retry;
	const words = wordsOf(retry);
	const isEmailNext = email.trim() === "" || words.fields.email !== undefined;
	return {
		title: "Sign up",
		script: SHOW_PASSWORD,
		body: html`<p>Create an account to sign in to <bdi>${application}</bdi>.</p>
<form action="${path}/signup" method="post">
${problemAlert(words)}
${emailField(words, email, isEmailNext)}
${newPasswordField(words, "Password", !isEmailNext)}
${primaryButton("Sign up")}
<p class="other">Already have an account? <a href="${path}">Sign in</a></p>
<a class="other" href="${path}?way=forgotten">Forgot your password?</a>
</form>
${connectionLinks(view)}`,
	};
}

/** The same whether the address has an account or not. */
export function signedUpPage({ path, retry: { email } }: LoginView): Page {
	return {
		title: "Check your inbox",
		body: html`${note(`We sent a message to ${isolated(email) || "your e-mail address"}. It says how to continue.`)}
<p>Open the link in it within 24 hours to create the account.</p>
<p>No message? Check your spam folder, or <a href="${path}?way=signup">sign up again</a>.</p>
<a class="other" href="${path}">Back to sign-in</a>`,
	};
}

/** The form with the address to which the link for a new password is sent. */
export function forgottenPage({ path, retry }: LoginView): Page {
	const words = wordsOf(retry);
	return {
		title: "Forgot your password?",
		body: html`<p>We will send you a link to choose a new one.</p>
<form action="${path}/forgotten" method="post">
${problemAlert(words)}
${emailField(words, retry.email, true)}
${primaryButton("Send link")}
<a class="other" href="${path}">Back to sign-in</a>
</form>`,
	};
}

/** The same whether the address has an account or not. */
export function resetSentPage({ path, retry: { email } }: LoginView): Page {
	return {
		title: "Check your inbox",
		body: html`${note(`We sent a message to ${isolated(email) || "your e-mail address"}. If there is an account with that e-mail address, the message has a link.`)}
<p>The link works once, within an hour.</p>
<p>No message? Check your spam folder, or <a href="${path}?way=forgotten">ask again</a>.</p>
<a class="other" href="${path}">Back to sign-in</a>`,
	};
}

function newPasswordField(words: FormProblem, label: string, hasFocus: boolean): Html {
	return textField(words, {
		name: "password",
		label,
		type: "password",
		autocomplete: "new-password",
		description: PASSWORD_HINT,
		hasFocus,
	});
}

type ConfirmView = {
	ticket: string;
	application: string;
	email: string;
	/** In another browser the user proves the sign-up by its password. */
	requiresPassword: boolean;
	shown: ShownProblem;
};

/** The link's page: nothing happens before its button, as programs that scan mail open links as well. */
export function confirmPage({ ticket, application, email, requiresPassword, shown }: ConfirmView): Page {
	const words = wordsOf(shown);
	return {
		title: "Confirm your e-mail address",
		...(requiresPassword && { script: SHOW_PASSWORD }),
		body: html`<p>${requiresPassword ? "Someone" : "You"} signed up for <bdi>${application}</bdi> as <strong><bdi>${email}</bdi></strong>. ${requiresPassword ? "If it was not you, close this page: no account will be created." : null}</p>
<form action="/dbconnections/verify" method="post">
<input type="hidden" name="ticket" value="${ticket}">
${problemAlert(words)}
${
	requiresPassword
		? textField(words, {
				name: "password",
				label: "Password",
				type: "password",
				autocomplete: "current-password",
				description: "The one that you chose when you signed up, as this is another browser.",
				hasFocus: true,
			})
		: null
}
${primaryButton("Confirm")}
</form>`,
	};
}

export function confirmedPage(application: string): Page {
	return {
		title: "Your e-mail address is confirmed",
		body: html`<p>Go back to <bdi>${application}</bdi> and sign in with your e-mail address and password.</p>`,
	};
}

/** The address got an account in another way after the sign-up. */
export const knownPage: Page = {
	title: "You already have an account",
	body: html`<p>An account with your e-mail address has been created in another way since. The password of this sign-up does not work for it.</p>
<p>Go back to the application and sign in with the password of that account, or choose “Forgot your password?” there.</p>`,
};

/** The form with the new password. */
export function resetPage({ ticket, email, shown }: Pick<ConfirmView, "ticket" | "email" | "shown">): Page {
	const words = wordsOf(shown);
	return {
		title: "Choose a new password",
		script: SHOW_PASSWORD,
		body: html`<p>For <strong><bdi>${email}</bdi></strong>. You will be signed out everywhere.</p>
<form action="/dbconnections/reset" method="post">
<input type="hidden" name="ticket" value="${ticket}">
<input type="hidden" name="email" value="${email}" autocomplete="username">
${problemAlert(words)}
${newPasswordField(words, "New password", true)}
${primaryButton("Set password")}
</form>`,
	};
}

export function passwordSetPage(application: string): Page {
	return {
		title: "Your password is set",
		body: html`<p>You were signed out everywhere. Go back to <bdi>${application}</bdi> and sign in with the new password.</p>`,
	};
}

/** For a link that is no longer valid. */
export const deadLinkPage: Page = {
	title: "This link no longer works",
	body: html`<p>It was already used, has expired, or is incomplete. Nothing was changed.</p>
<p>Go back to the application and sign in. If that does not work, sign up again, or choose “Forgot your password?” there.</p>`,
};
