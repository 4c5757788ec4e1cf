import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { Refusal } from "../http/refusal";
import { type AccountFieldProblem, accountFieldProblems } from "./account-problems";
import { type EmptyFields, emptyFieldProblems } from "./empty-fields";
import { LOGIN_WAYS, type LoginWay } from "./login-way";

/**
 * Why the login page is shown again, what was typed, and whether a code is on its way. Passwords and codes never come
 * back.
 */
export type LoginRetry = {
	problem: LoginProblem | null;
	email: string;
	codeSent: boolean;
	/** The form that was sent, where it is another one than that for a password. */
	way?: LoginWay | undefined;
};

type FieldProblem = EmptyFields | AccountFieldProblem;
/** Why a form of a login is refused: what is wrong with all of it, or with a field. */
export type LoginProblem = keyof typeof loginProblems | FieldProblem;

const COOKIE = "identity-service.retry";
/** As long as a code is good. */
const RETRY_LIFETIME_SECONDS = 300;
const EMAIL_LENGTH_MAX = 320;

/** What stands above the form. */
const loginProblems = {
	credentials: "Wrong email or password.",
	busy: "Too many people are signing in at this moment, so your password was not checked. Wait a few seconds, then try again.",
	code: "Wrong or expired code. After three attempts ask for a new one.",
	destination: "Enter an email address, or a phone number with its country code, like +12025550143.",
	blocked: "Too many failed attempts. Wait 15 minutes, then try again.",
	"busy-account":
		"Too many people are signing in at this moment, so nothing was done. Wait a few seconds, then try again.",
	messages: "Too many messages were asked for with this address. Wait 15 minutes, then try again.",
	refused: "The other provider did not sign you in. Try again, or sign in another way.",
	expired: "This sign-in has expired. Go back to the application and begin again.",
};

/** What stands under single fields. */
const fieldProblems: Record<FieldProblem, { email?: string; password?: string; code?: string }> = {
	...emptyFieldProblems,
	...accountFieldProblems,
};

/** The Set-Cookie line that carries one attempt to the page that shows its outcome, bound to that page's path. */
export function retryCookie(issuer: string, path: string, { problem, email, codeSent, way }: LoginRetry): string {
	const value = JSON.stringify({ problem, email: email.slice(0, EMAIL_LENGTH_MAX).toWellFormed(), codeSent, way });
	const cookie = { name: COOKIE, path, lifetimeSeconds: RETRY_LIFETIME_SECONDS };
	return cookieLine(issuer, cookie, encodeURIComponent(value));
}

/** @param cookies a request's Cookie header */
export function readRetry(issuer: string, cookies: string | null): LoginRetry {
	try {
		const value: unknown = JSON.parse(readCookie(cookies, cookieName(issuer, COOKIE)) ?? "null");
		if (typeof value !== "object" || value === null || !("email" in value) || !("problem" in value)) return none;
		const problem = String(value.problem);
		const codeSent = "codeSent" in value && value.codeSent === true;
		const way = "way" in value ? LOGIN_WAYS.find((one) => one === value.way) : undefined;
		return { problem: isLoginProblem(problem) ? problem : null, email: String(value.email), codeSent, way };
	} catch {
		return none;
	}
}

const none: LoginRetry = { problem: null, email: "", codeSent: false };

function isLoginProblem(code: string | null): code is LoginProblem {
	return code !== null && (Object.hasOwn(loginProblems, code) || isFieldProblem(code));
}

/** The refusal of a form: its page says what is wrong, above the form or under the field. */
export function loginRefusal(problem: LoginProblem): Refusal {
	const { alert, fields } = wordsOf(problem);
	const [field, message = alert ?? ""] = Object.entries(fields)[0] ?? [];
	return new Refusal(400, problem, message, { field });
}

/**
 * What a form was refused for.
 * @returns headers where the page comes with the refusal's own status: too many others wait
 * @throws what was thrown, where that is no refusal of a form
 */
export function formRefusal(error: unknown): { problem: LoginProblem; headers: Record<string, string> | undefined } {
	const problem = error instanceof Refusal ? (error.details.problem ?? error.code) : null;
	if (!(error instanceof Refusal) || !isLoginProblem(problem)) throw error;
	return { problem, headers: error.details.headers };
}

/** The words for a problem: above the form, or under the fields that were left empty. */
export function wordsOf(problem: LoginRetry["problem"]): {
	alert: string | null;
	fields: { email?: string; password?: string; code?: string };
} {
	if (problem === null) return { alert: null, fields: {} };
	if (isFieldProblem(problem)) return { alert: null, fields: fieldProblems[problem] };
	return { alert: loginProblems[problem], fields: {} };
}

function isFieldProblem(problem: string): problem is FieldProblem {
	return Object.hasOwn(fieldProblems, problem);
}
