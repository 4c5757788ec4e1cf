import { z } from "zod";
import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { Refusal } from "../http/refusal";
import { BLOCKED_ACCOUNT } from "../oidc/account";
import type { FormProblem } from "../pages/controls";
import { inMinutes } from "../passwords/login-throttle";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../passwords/password-rules";
import { LOGIN_WAYS, type LoginWay } from "./login-address";

/**
 * Why the login page is shown again, what was typed, and whether a code was sent. Never a password or code.
 */
export type LoginRetry = {
	problem: LoginProblem | null;
	email: string;
	codeSent: boolean;
	/** The form that was sent, where it is not that for a password. */
	way?: LoginWay | undefined;
	/** The seconds to wait, where the page is the response itself, with the status 429. */
	wait?: number | undefined;
};

/** What a refused form shows. */
export type ShownProblem = Pick<LoginRetry, "problem" | "wait">;

/** Why a form of a login is refused: a problem of the whole form, or of fields. */
export type LoginProblem = keyof typeof formProblems | keyof typeof fieldProblems;

/** Shown above the form. `WAIT` stands for the time to wait. */
const formProblems = {
	credentials: "Wrong email or password.",
	busy: "Too many users are signing in at the moment, so your password was not checked. Wait a few seconds, then try again.",
	code: "Wrong or expired code. After three attempts, ask for a new one.",
	destination: "Enter an e-mail address, or a phone number with its country code, like +12025550143.",
	blocked: "Too many failed attempts. Try again in WAIT.",
	"blocked-code": "Too many wrong codes. Try again in WAIT.",
	"blocked-account": BLOCKED_ACCOUNT,
	"busy-account":
		"Too many users are signing in at the moment, so nothing was done. Wait a few seconds, then try again.",
	messages: "Too many messages were requested for this e-mail address or number. Try again in WAIT.",
	refused: "The other provider did not sign you in. Try again, or sign in another way.",
	expired: "This sign-in has expired. Go back to the application and begin again.",
};

/** The fields that a problem of the whole form is about. */
const ABOUT: Partial<Record<LoginProblem, readonly string[]>> = {
	credentials: ["email", "password"],
	code: ["code"],
	destination: ["destination"],
};

const NO_EMAIL = "Enter your e-mail address.";
const NO_PASSWORD = "Enter your password.";

/** Shown under single fields. */
const fieldProblems = {
	"no-email": { email: NO_EMAIL },
	"no-password": { password: NO_PASSWORD },
	"no-email-or-password": { email: NO_EMAIL, password: NO_PASSWORD },
	"no-code": { code: "Enter the six digits of the code." },
	"no-address": { email: "Enter an e-mail address, like name@example.com." },
	"address-unseen": { email: "Leave out spaces and invisible characters." },
	"password-short": { password: `Use at least ${PASSWORD_LENGTH_MIN} characters.` },
	"password-long": { password: `Use at most ${PASSWORD_LENGTH_MAX} characters.` },
	"password-unreadable": { password: "Leave out control characters." },
	"password-address": { password: "Choose one that is not your e-mail address." },
	"password-common": { password: "This is a common password, so it is easily guessed. Choose another one." },
	"other-password": { password: "This is not the password that you chose when you signed up." },
} satisfies Record<string, FormProblem["fields"]>;

const COOKIE = "identity-service.retry";
/** The lifetime of a code. */
const RETRY_LIFETIME_SECONDS = 300;
const EMAIL_LENGTH_MAX = 320;

const NO_RETRY: LoginRetry = { problem: null, email: "", codeSent: false };
const retryValue = z.object({
	problem: z.custom<LoginProblem>(isLoginProblem).nullable().catch(null),
	email: z.string(),
	codeSent: z.boolean().catch(false),
	way: z.enum(LOGIN_WAYS).optional().catch(undefined),
});

/** The Set-Cookie line that passes one attempt to the page that shows its result, bound to that page's path. */
export function retryCookie(issuer: string, path: string, { problem, email, codeSent, way }: LoginRetry): string {
	const value = JSON.stringify({ problem, email: email.slice(0, EMAIL_LENGTH_MAX).toWellFormed(), codeSent, way });
	const cookie = { name: COOKIE, path, lifetimeSeconds: RETRY_LIFETIME_SECONDS };
	return cookieLine(issuer, cookie, encodeURIComponent(value));
}

/** @param cookies a request's Cookie header */
export function readRetry(issuer: string, cookies: string | null): LoginRetry {
	try {
		return retryValue.parse(JSON.parse(readCookie(cookies, cookieName(issuer, COOKIE)) ?? "null"));
	} catch {
		return NO_RETRY;
	}
}

/** The refusal of a form: its page shows the problem above the form or under the field. */
export function loginRefusal(problem: LoginProblem): Refusal {
	const { alert, fields } = wordsOf({ problem });
	return new Refusal(400, problem, alert ?? Object.values(fields)[0] ?? "");
}

/** @throws Refusal for an empty field. Spaces are no address, but may be a password */
export function requireFilled({ email, password }: { email: string; password: string }): void {
	if (email.trim() === "") throw loginRefusal(password === "" ? "no-email-or-password" : "no-email");
	if (password === "") throw loginRefusal("no-password");
}

/**
 * The problem of a refused form.
 * @throws the error itself, where it is no refusal of a form
 */
export function formRefusal(error: unknown): { problem: LoginProblem; wait: number | undefined } {
	const problem = error instanceof Refusal ? (error.details.problem ?? error.code) : null;
	if (!(error instanceof Refusal) || !isLoginProblem(problem)) throw error;
	return { problem, wait: error.status === 429 ? Number(error.details.headers?.["retry-after"]) : undefined };
}

/** The status and the header of a page that is the response to a form itself. */
export function waitingResponse(wait: number): { status: number; headers: Record<string, string> } {
	return { status: 429, headers: { "retry-after": String(wait) } };
}

/** The messages of a problem: above the form, or under its fields. */
export function wordsOf({ problem, wait }: ShownProblem): FormProblem {
	if (problem === null) return { alert: null, fields: {} };
	if (isFieldProblem(problem)) return { alert: null, fields: fieldProblems[problem] };
	const alert = formProblems[problem].replace("WAIT", wait === undefined ? "a few minutes" : inMinutes(wait));
	return { alert, about: ABOUT[problem], fields: {} };
}

function isLoginProblem(name: unknown): name is LoginProblem {
	return typeof name === "string" && (Object.hasOwn(formProblems, name) || isFieldProblem(name));
}

function isFieldProblem(name: string): name is keyof typeof fieldProblems {
	return Object.hasOwn(fieldProblems, name);
}
