import { isolated } from "@/lib/contract/name-or-id";
import "server-only";
import { unstable_rethrow } from "next/navigation";
import { isDatabaseError, storeFailureOf } from "@/lib/database/error-codes";
import { writeOfRequest } from "../audit/audited-write";
import { dashboardConfig } from "../config";
import { DEADLINE_MS, TransportError } from "../http/request";
import { inShort } from "../in-short";
import { logInRequest } from "../logger";
import { ProtectedError, protectionInWords } from "../management/applications/protection";
import { ManagementError, oauthInWords, reasonOf, StoreError, WriteRefused } from "../management/call/errors";
import { unansweredError } from "../management/call/known-outage";
import { tenantHealth } from "../management/call/send";
import { SecondEditorNeeded } from "../proposals/require-second-editor";
import { type ResourceName, resources } from "../resources/resources";
import { ReasonRefused } from "../session/reason";
import { SessionError } from "../session/session";
import type { Problem } from "./problem";

const connectionPage = { href: "/connection", text: "Open the connection page" };

/**
 * The one table from errors to problems. Redirects of the framework are rethrown; an unknown error becomes a
 * fixed sentence with a reference, and its details go to the log.
 */
export function problemOf(error: unknown, subject: ResourceName): Problem {
	unstable_rethrow(error);
	if (error instanceof SessionError) return sessionProblem(error);
	if (error instanceof ManagementError) return managementProblem(error, subject);
	if (error instanceof StoreError) return storeProblem(error);
	if (error instanceof WriteRefused) {
		const { title, message } = error;
		if (error instanceof ReasonRefused) return { title, message, about: "reason" };
		return { title, message, ...(error instanceof SecondEditorNeeded && { about: "second-editor" as const }) };
	}
	if (error instanceof ProtectedError) return protectedProblem(error);
	const reference = new ManagementError("unavailable").reference;
	logInRequest("error", { reference, err: error }, "unexpected failure");
	const fault = storeFailureOf(error);
	if (fault) {
		const message = `The console's own store ${fault}. As far as the console knows, nothing was changed.`;
		return { title: "The console can't use its store", message, reference };
	}
	return {
		title: "Something went wrong",
		message: "This console made a mistake. As far as it knows, nothing was changed.",
		reference,
	};
}

export type Outcome<Value> = { value: Value; problem?: undefined } | { problem: Problem; value?: undefined };

/** The value of a read, or its problem, for pages that show either. */
export async function outcomeOf<Value>(call: Promise<Value>, subject: ResourceName): Promise<Outcome<Value>> {
	try {
		return { value: await call };
	} catch (error) {
		const problem = problemOfRead(error, subject);
		const written = writeOfRequest.get();
		return { problem: written ? afterWrite(problem, written.open) : problem };
	}
}

/** `problemOf` a read: an outage of the tenant without a word about changes. */
export function problemOfRead(error: unknown, subject: ResourceName): Problem {
	return error instanceof ManagementError && isDown(error) ? downProblem(error) : problemOf(error, subject);
}

function isDown({ kind, outcomeUnknown, lookedUp, isBeingSaved }: ManagementError): boolean {
	return (kind === "unreachable" || kind === "unavailable") && !outcomeUnknown && !lookedUp && !isBeingSaved;
}

/** The problem of a tenant that did not respond. */
function downProblem(error: ManagementError): Problem {
	const { kind, reference } = error;
	const now = Date.now();
	const since = new Date(tenantHealth().failingSince ?? now).toISOString();
	return {
		title: `${dashboardConfig().tenant.name} ${failureOf(error)}`,
		message: kind === "unreachable" ? unreachableReason(error) : "",
		reference,
		down: { since, at: new Date(now).toISOString() },
		...(kind === "unreachable" && { link: connectionPage }),
	};
}

/** The problem of a tenant that is known not to answer; null of one of which that is not known. */
export function knownOutage(): Problem | null {
	const reference = tenantHealth().unanswered;
	return reference === null ? null : downProblem(unansweredError(reference));
}

/** The tenant's failure, the end of a sentence that begins with its name. */
function failureOf({ kind, status, cause }: ManagementError): string {
	if (kind === "unreachable") return "can’t be reached";
	if (status) return `answered with an error (${status})`;
	if (!(cause instanceof TransportError)) return "did not answer in time";
	return cause.kind === "time-out" ? `did not answer within ${DEADLINE_MS / 1000} s` : "cut off its response";
}

/** After a write, its outcome is shown before the problem of a page that can't be read. */
function afterWrite(problem: Problem, open: Problem | null): Problem {
	if (open || problem.about) return open ?? problem;
	const message = `${problem.title}. Your change may still have been made: reload this page to see.`;
	return { ...problem, title: "The page could not be read again", message, reason: problem.title };
}

function storeProblem(error: StoreError): Problem {
	logInRequest("error", { reference: error.reference, err: error }, "the store can't be written");
	const message = `The console's own store ${storeFailureOf(error.cause) ?? "can't be written"}.`;
	if (writeOfRequest.get()) {
		const sent = "The rest was not sent to the tenant. What was sent before may be saved: check before you try again.";
		return { title: "Not confirmed", message: `${message} ${sent}`, reference: error.reference };
	}
	const unsent = `${message} Nothing was sent to the tenant.`;
	return isDatabaseError(error.cause, "notWritten")
		? { title: "Nothing was saved", message: unsent, reference: error.reference }
		: {
				title: "Nothing was sent",
				message: `${unsent} The audit trail may still name the change, with an unknown outcome.`,
				reference: error.reference,
			};
}

function protectedProblem({ protection }: ProtectedError): Problem {
	const message = `${protectionInWords(protection)} Nothing was changed.`;
	const title = protectedTitles[protection.kind] ?? "This application is read-only here";
	return { title, message, ...(protection.kind === "unknown" && { link: connectionPage }) };
}

const protectedTitles: Partial<Record<ProtectedError["protection"]["kind"], string>> = {
	"own-scopes": "The console can't grant what it does not have",
	"no-client-credentials": "The application could not use it",
	"console-connection": "The console's own sign-in is read-only here",
	"console-connection-unknown": "The console's own sign-in is not known",
};

function sessionProblem({ reason, message }: SessionError): Problem {
	if (reason !== "signed-out") return { title: "Not allowed", message };
	return {
		title: "Signed out",
		message,
		about: "signed-out",
		link: { href: "/sign-in", text: "Sign in again" },
	};
}

function managementProblem(error: ManagementError, subject: ResourceName): Problem {
	if (error.outcomeUnknown) {
		const open = unknownOutcome(error, subject);
		writeOfRequest.set({ open });
		return open;
	}
	if (error.lookedUp) return notCarriedOut(error, subject);
	if (error.isBeingSaved) {
		return {
			title: "Someone else is saving this at the moment",
			message: "Their save took too long, so yours was not sent. Nothing was changed: try again in a moment.",
		};
	}
	const unusable = (title: string, message: string, link?: Problem["link"]): Problem => ({
		title,
		message,
		reference: error.reference,
		...(link && { link }),
	});
	switch (error.kind) {
		case "rejected":
			return { ...refused(error), about: "rejected" };
		case "forbidden":
			return refused(error);
		case "credentials":
			return {
				title: "The tenant refused the console's own credentials",
				message:
					`Your sign-in is fine; the console's access to the tenant is not. ${oauthInWords(error.serviceMessage ?? "") ?? ""}`.trim(),
				...detailOf(error),
				link: connectionPage,
			};
		case "scope":
			return {
				title: "The console lacks a scope",
				message: `The tenant has not granted this console ${error.scopes || "what this needs"}.`,
				...detailOf(error),
				link: connectionPage,
			};
		case "not-found":
			return {
				title: `No ${subject} with this ID`,
				message: "It may have been removed since.",
				about: "missing",
			};
		case "no-area":
			return {
				title: "The tenant does not offer this area",
				message: "Its management interface has nothing at this URL. The other areas of the console still work.",
				...detailOf(error),
				reference: error.reference,
				link: connectionPage,
			};
		case "conflict":
			return error.isNameTaken ? nameTaken(error, subject) : refused(error);
		case "rate-limited":
			return {
				title: "Too many requests",
				message: `The tenant's rate limit is reached. Try again in ${error.retryAfterSeconds ?? 1} s.`,
				...detailOf(error),
				retryAfterSeconds: error.retryAfterSeconds ?? 1,
			};
		case "too-large":
			if (error.item) {
				const { what, from } = error.item;
				const place = from ? `follows the checkpoint ${inShort(from)}` : "is the first one";
				return unusable(
					`One ${what} is too large`,
					`It is larger than this console reads (1 MB). In the tenant's list it ${place}; the list can't be read past it.`,
				);
			}
			return unusable(
				"Response too large",
				"The tenant's response is larger than this console reads (1 MB). None of it was used.",
			);
		case "headers-too-large":
			return unusable(
				"Headers too large",
				"The headers of the tenant's response are larger than this console reads. None of it was used.",
			);
		case "redirected":
			return unusable(
				"Unexpected redirect",
				"The tenant answered with a redirect. This console follows none, so nothing was sent to another URL.",
				connectionPage,
			);
		case "unreachable":
		case "unavailable": {
			const down = downProblem(error);
			return { ...down, message: `${down.message} Nothing was changed. Try again.`.trim() };
		}
		case "not-understood":
			return unusable(
				"Response not understood",
				"What answered is not an identity service that this console knows.",
				connectionPage,
			);
	}
}

/** A refusal in the service's own words: it has many causes. */
function refused({ serviceMessage, status = 0 }: ManagementError): Problem {
	const reason = TOO_LONG.includes(status) ? "The search text is too long." : "It did not say why.";
	return { title: "The tenant refused the request", message: serviceMessage ?? reason };
}

/** Of a request whose address is, or whose headers are. */
const TOO_LONG: readonly number[] = [414, 431];

function nameTaken({ serviceMessage }: ManagementError, subject: ResourceName): Problem {
	return {
		title: `${/^[aeiou]/.test(subject) ? "An" : "A"} ${subject} with this name already exists`,
		message: serviceMessage === undefined ? "Choose another name." : `The tenant said: ${serviceMessage}`,
		about: "name-taken",
	};
}

/** Which setting to check. The addresses themselves are on the connection page. */
function unreachableReason({ area, cause }: ManagementError): string {
	const setting = area === "token" ? "AUTH_BASE_URL" : "MANAGEMENT_BASE_URL";
	const code = cause instanceof TransportError ? cause.code : undefined;
	return `${reasonOf(code)} Check ${setting}.`;
}

function detailOf({ serviceMessage }: ManagementError): { detail?: string } {
	return serviceMessage && !oauthInWords(serviceMessage) ? { detail: serviceMessage } : {};
}

/** What was received instead of a usable response to a write. */
function receivedInstead({ kind, status }: ManagementError): string {
	switch (kind) {
		case "redirected":
			return "the tenant answered with a redirect, which this console does not follow";
		case "not-understood":
			return "the response was not understood";
		case "too-large":
			return "the response is larger than this console reads (1 MB)";
		case "headers-too-large":
			return "the headers of the response are too large to be read";
		default:
			return status ? `the tenant answered with an error (${status})` : "no response came back";
	}
}

function unknownOutcome(error: ManagementError, subject: ResourceName): Problem {
	if (error.createdName !== undefined) return unknownCreate(error.createdName, subject, error.reference);
	return {
		title: "Not confirmed",
		message: `The request went out, but ${receivedInstead(error)}. We can't tell whether the change was made. Open the ${subject} in a new tab before you try again.`,
		reference: error.reference,
	};
}

/** Of a create: it may be there, under an ID that is not known here. */
function unknownCreate(name: string, subject: ResourceName, reference: string): Problem {
	const { path, title } = resources[subject];
	return {
		title: "Not confirmed",
		message: `We can't tell whether “${isolated(name)}” was created. Look in ${title}, or try again: it won't be created twice.`,
		reference,
		link: { href: `${path}?${new URLSearchParams({ q: name })}`, text: `Look in ${title}` },
	};
}

function notCarriedOut(error: ManagementError, subject: ResourceName): Problem {
	const received = receivedInstead(error);
	const { createdName } = error;
	const found =
		createdName === undefined ? `so far the ${subject} is unchanged` : `“${isolated(createdName)}” was not created`;
	return {
		title: "Not carried out",
		message: `${received.charAt(0).toUpperCase()}${received.slice(1)}, so the console checked: ${found}. You can try again: nothing is done twice.`,
		reference: error.reference,
	};
}
