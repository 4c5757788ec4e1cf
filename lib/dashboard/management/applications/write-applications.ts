import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import {
	type Application,
	application,
	createdApplication,
	type FederatedApplication,
	federatedApplication,
	rotatedApplication,
} from "@/lib/contract/client/application";
import type { CreateClientRequest, UpdateClientRequest } from "@/lib/contract/client/client-request";
import { isJsonObject } from "@/lib/contract/safe-object";
import { changeOf, type NamedValues, partsOf, settingsByPath } from "../../audit/changes";
import { requireActionPermission } from "../../session/session";
import {
	claimCreate,
	digestOfCreate,
	forgetCreateOf,
	noteCreated,
	noteFound,
	releaseCreate,
	reopenCreate,
} from "../../store/creates";
import { callManagement } from "../call/client";
import { ManagementError } from "../call/errors";
import { lookUpChanged, lookUpDeleted, notCarriedOut, writeOrLookUp } from "../safe-writes";
import { noteName } from "../seen";
import { forgetClientNames } from "./client-names";
import { requireChangeable } from "./protection";
import { findLike, getApplication, holds, readApplication } from "./read-applications";

export type CreateOutcome =
	/** The only response with the secret; null where the application has none. */
	| { kind: "created"; application: Application; secret: string | null }
	/**
	 * Nothing was created now: the same request was carried out before ("already") or is being carried out ("under-way"), or
	 * its response was lost and these applications match it, so that one is probably its result ("found").
	 */
	| { kind: "already" | "under-way" | "found"; ids: string[] };

/**
 * Creates an application, once for the same request of the same admin within ten minutes.
 * @param isForAll one for all admins, whoever asks for it first
 * @throws SessionError, ManagementError; `outcomeUnknown` only when a look-up was not conclusive either
 */
export async function createApplication(body: CreateClientRequest, isForAll = false): Promise<CreateOutcome> {
	const { subject } = await requireActionPermission("changeApplications");
	const digest = digestOfCreate(isForAll ? null : subject, body);
	const claim = await claimCreate(digest);
	if (claim.kind === "created") return { kind: "already", ids: [claim.clientId] };
	if (claim.kind === "under-way") return { kind: "under-way", ids: [] };
	if (claim.kind === "open") {
		const found = await findSent(body, digest);
		if (found.length > 0) return { kind: "found", ids: found };
	}
	try {
		const { client_secret, ...created } = await callManagement("post_clients", {
			body,
			schema: createdApplication,
			audit: { target: body.name, after: partsOf(body), createdId: ({ client_id }) => client_id },
		}).finally(forgetClientNames);
		noteName(created.client_id, created.name);
		await noteCreated(digest, created.client_id);
		return { kind: "created", application: created, secret: client_secret ?? null };
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) await releaseCreate(digest);
		else return await lookedUp(error, body, digest);
		throw error;
	}
}

async function lookedUp(error: ManagementError, body: CreateClientRequest, digest: string): Promise<CreateOutcome> {
	const found = await findSent(body, digest, error);
	if (found.length > 0) return { kind: "found", ids: found };
	await releaseCreate(digest);
	throw await notCarriedOut(error);
}

/**
 * The identifiers of what a create of unknown outcome may have made. Where that can't be found out it stays unknown, and is not sent again.
 * @param lost the error of the create, where this request sent it
 * @throws SessionError, ManagementError with `outcomeUnknown`
 */
async function findSent(body: CreateClientRequest, digest: string, lost?: ManagementError): Promise<string[]> {
	const found = await findLike(body).catch((error: unknown) => {
		if (error instanceof ManagementError) return error;
		throw error;
	});
	if (Array.isArray(found)) {
		if (found.length > 0) await noteFound(digest);
		return found.map(({ client_id }) => client_id);
	}
	await reopenCreate(digest);
	if (lost) throw lost;
	const { kind = "unavailable", status, reference } = found ?? {};
	const unknown = new ManagementError(kind, { status, reference, cause: found, outcomeUnknown: true });
	throw Object.assign(unknown, { createdName: body.name });
}

/**
 * Changes an application; where the response got lost, reads it again.
 * @param stored as it was read in this request
 * @throws SessionError, ProtectedError, ManagementError; `outcomeUnknown` only when reading again failed too
 */
export function updateApplication(stored: Application, body: UpdateClientRequest): Promise<Application> {
	return update(stored, body, application);
}

/** The same for the single sign-on of an application. */
export function updateFederatedApplication(
	stored: FederatedApplication,
	body: UpdateClientRequest,
): Promise<FederatedApplication> {
	return update(stored, body, federatedApplication);
}

async function update<Read extends Application & Pick<Partial<FederatedApplication>, "addons">>(
	stored: Read,
	body: UpdateClientRequest,
	schema: z.ZodType<Read> & { shape: object },
): Promise<Read> {
	const id = stored.client_id;
	const { addons, ...others } = body;
	await requireChangeable(id, stored);
	const audit = {
		name: stored.name,
		renamedTo: body.name,
		...changeOf("application", stored, body, partsWithAddons),
	};
	// A removed add-on is not in the request: add-ons are compared with those before.
	const isDone = (found: Read) => {
		if (!addons) return holds(found, others);
		if (found.addons === undefined && Object.keys(addons).length > 0)
			return holds(found, others) === false ? false : null;
		return isDeepStrictEqual(found.addons ?? {}, stored.addons ?? {}) ? false : holds(found, others);
	};
	return writeOrLookUp(
		() => callManagement("patch_clients_by_id", { path: { id }, body, schema, audit }),
		() => lookUpChanged((withinMs) => readApplication(schema, id, withinMs), isDone),
	).finally(forgetClientNames);
}

/** Settings of add-ons by their names, as `addons.samlp.logout.callback`. */
function partsWithAddons({ addons, ...others }: NamedValues): NamedValues {
	const settings = ["samlp", "wsfed"].flatMap((protocol): [string, unknown][] => {
		const stored = isJsonObject(addons) ? addons[protocol] : undefined;
		const path = `addons.${protocol}`;
		return isJsonObject(stored) ? [[path, true], ...settingsByPath(path, stored)] : [];
	});
	return { ...partsOf(others), ...Object.fromEntries(settings) };
}

/**
 * Replaces an application's secret; the old one is invalid from then on.
 * @returns the secret, which no other response contains
 * @throws SessionError, ProtectedError, ManagementError
 */
export async function rotateSecret(id: string): Promise<{ application: Application; secret: string }> {
	const { application: found } = await requireChangeable(id);
	const audit = { name: found.name };
	const rotated = await callManagement("post_rotate-secret", { path: { id }, schema: rotatedApplication, audit });
	return { application: found, secret: rotated.client_secret };
}

/**
 * Deletes an application; where the response got lost, looks it up.
 * @throws SessionError, ProtectedError, ManagementError; `outcomeUnknown` only when looking it up failed too
 */
export async function deleteApplication(id: string): Promise<void> {
	const { application: found } = await requireChangeable(id);
	// The name is deleted with the application: afterwards only the trail has it.
	const audit = { name: found.name };
	await writeOrLookUp(
		() => callManagement("delete_clients_by_id", { path: { id }, audit }),
		() => lookUpDeleted((withinMs) => getApplication(id, withinMs)),
	).finally(forgetClientNames);
	await forgetCreateOf(id);
}
