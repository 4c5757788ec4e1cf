import { isolated } from "@/lib/contract/name-or-id";
import { type FormProblem, note, primaryButton, problemAlert, SHOW_PASSWORD, textField } from "../pages/controls";
import { type Html, html } from "../pages/html";
import type { Page } from "../pages/page";
import { inMinutes } from "../passwords/login-throttle";
import { type LoginRetry, wordsOf } from "./login-problems";

export type LoginView = {
	/** Path of the login page. */
	path: string;
	application: string;
	retry: LoginRetry;
	/** Outside connections to sign in through instead. */
	connections: readonly { name: string; label: string }[];
};

type PasswordView = LoginView & {
	offersCode: boolean;
	offersSignUp: boolean;
	/** After the link that confirmed the address. */
	isConfirmed: boolean;
};

/** The form with an e-mail address and a password. */
export function passwordPage(view: PasswordView): Page {
	const { path, application, retry, offersCode, offersSignUp, isConfirmed } = view;
	const { email } = retry;
	const words = wordsOf(retry);
	// The focus is in the first field to fill in.
	const isEmailNext = email.trim() === "" || words.fields.email !== undefined;
	return {
		title: `Sign in to ${isolated(application)}`,
		script: SHOW_PASSWORD,
		body: html`<form action="${path}/continue" method="post">
${problemAlert(words) ?? (isConfirmed ? note("Your e-mail address is confirmed. Sign in to continue.") : null)}
${emailField(words, email, isEmailNext)}
${textField(words, { name: "password", label: "Password", type: "password", autocomplete: "current-password", hasFocus: !isEmailNext })}
${primaryButton("Continue")}
<a class="other" href="${path}?way=forgotten">Forgot your password?</a>
${offersCode ? html`<a class="other" href="${path}?way=code">Sign in with a one-time code instead</a>` : null}
${offersSignUp ? html`<p class="other">No account yet? <a href="${path}?way=signup">Sign up</a></p>` : null}
</form>
${connectionLinks(view)}`,
	};
}

export function emailField(words: FormProblem, value: string, hasFocus: boolean): Html {
	return textField(words, { name: "email", label: "Email", type: "email", autocomplete: "username", value, hasFocus });
}

/** The links to outside providers, below the form. */
export function connectionLinks({ path, connections }: Pick<LoginView, "path" | "connections">): Html | null {
	if (connections.length === 0) return null;
	const address = (name: string) => `${path}/connection?${new URLSearchParams({ name })}`;
	return html`<p class="or">or</p>
<ul class="ways">
${connections.map(({ name, label }) => html`<li><a class="button" href="${address(name)}">Continue with <bdi>${label}</bdi></a></li>`)}
</ul>`;
}

/** The form with an address or number, then with the code that was sent to it. */
export function codePage(view: LoginView): Page {
	const { path, application, retry } = view;
	const { email, codeSent } = retry;
	const words = wordsOf(retry);
	const alert = problemAlert(words);
	const destinationForm = html`<form action="${path}/code" method="post">
${alert}
${textField(words, { name: "destination", label: "E-mail address or phone number", autocomplete: "username", value: email, hasFocus: true })}
${primaryButton("Send code")}
</form>`;
	const codeForm = html`<form action="${path}/code" method="post">
${alert ?? note(`If ${isolated(email)} belongs to an account, we sent it a code.`)}
<input type="hidden" name="destination" value="${email}">
${textField(words, {
	name: "code",
	label: "Verification code",
	autocomplete: "one-time-code",
	inputmode: "numeric",
	description: "Six digits. Valid for five minutes and three attempts.",
	isRequired: true,
	hasFocus: true,
})}
${primaryButton("Continue")}
</form>
<form action="${path}/code" method="post">
<input type="hidden" name="destination" value="${email}">
<button class="quiet" type="submit">Send a new code</button>
</form>`;
	return {
		title: `Sign in to ${isolated(application)}`,
		body: html`${codeSent ? codeForm : destinationForm}
<a class="other" href="${path}">Sign in with a password instead</a>
${connectionLinks(view)}`,
	};
}

type Block = Pick<PasswordView, "offersCode"> & {
	problem: "blocked" | "blocked-code";
	/** Seconds. */
	wait: number;
};

/**
 * Instead of the form, since more attempts would be refused until the block ends. The other way to sign in is open: each has
 * a block of its own.
 */
export function blockedPage(
	{ path, application, retry: { email } }: LoginView,
	{ problem, wait, offersCode }: Block,
): Page {
	const ofCodes = problem === "blocked-code";
	const [attempts, right] = ofCodes ? ["wrong codes", "code"] : ["failed attempts", "password"];
	const code = `${path}?way=code`;
	const otherWay = ofCodes
		? html`<a href="${path}">Sign in with a password instead</a>`
		: offersCode && html`<a href="${code}">Sign in with a one-time code instead</a>`;
	return {
		title: `Signing in to ${isolated(application)} is blocked for now`,
		body: html`<div class="alert error" role="alert">
<p>There were too many ${attempts}${email ? html` to sign in as <bdi>${email}</bdi>` : null}, or from your IP address. Until the block ends, even the right ${right} is refused.</p>
<p>The block ends by itself in ${inMinutes(wait)}. If the attempts were not yours, someone may be guessing your ${right}: tell your administrator.</p>
</div>
<p><a href="${ofCodes ? code : path}">Try again, or use another account</a></p>
${otherWay ? html`<p>${otherWay}</p>` : null}`,
	};
}

const scopeSentences = new Map([
	["openid", "Know who you are here"],
	["profile", "See your name and picture"],
	["email", "See your e-mail address"],
	["offline_access", "Stay connected while you are away"],
]);

type ConsentView = { path: string; application: string; account: string; scopes: readonly string[] };

/** The scopes that another company's application requests, with the two buttons. */
export function consentPage({ path, application, account, scopes }: ConsentView): Page {
	return {
		title: `Allow ${isolated(application)}?`,
		body: html`<form action="${path}/consent" method="post">
<p>You are signed in as <strong><bdi>${account}</bdi></strong>. <bdi>${application}</bdi> belongs to another company and asks to:</p>
<ul>
${scopes.map((scope) => {
	const sentence = scopeSentences.get(scope);
	return sentence ? html`<li>${sentence}</li>` : html`<li>Use an API for you: <code>${scope}</code></li>`;
})}
</ul>
<div class="actions">
<button type="submit" name="decision" value="deny">Do not allow</button>
<button class="primary" type="submit" name="decision" value="allow">Allow</button>
</div>
</form>`,
	};
}

export const expiredPage: Page = {
	title: "This sign-in has expired",
	body: html`<p>It was left open for too long, was already used, or began in another browser. Nothing was changed.</p>
<p>To begin again, go back to the application and sign in, or <a href="/">open the console</a>.</p>`,
};
