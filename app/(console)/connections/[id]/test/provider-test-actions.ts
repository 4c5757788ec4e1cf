"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { renewPages } from "@/app/_forms/after-write";
import type { PasteState } from "@/app/_sign-in-test/paste-response";
import { pastedResponse } from "@/app/_sign-in-test/pasted-response";
import { WriteRefused } from "@/lib/dashboard/management/call/errors";
import { getConnectionWithClients } from "@/lib/dashboard/management/identity-providers/connection-clients";
import { getConnection } from "@/lib/dashboard/management/identity-providers/read-connections";
import { updateConnection } from "@/lib/dashboard/management/identity-providers/write-connections";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/session/session";
import { findTestApplication } from "@/lib/dashboard/single-sign-on/provider-test";
import { contentOf } from "../../_edit/connection-request";
import { reportOnProviderResponse } from "./report-on-provider-response";

/** Checks a pasted response of an identity provider. It is stored nowhere. */
export async function checkProviderResponseAction(_: PasteState, sent: FormData): Promise<PasteState> {
	try {
		const { form } = await permittedForm("look", sent);
		const { response, fault } = pastedResponse(form);
		if (fault) return { fault };
		const content = contentOf(await getConnection(String(form.get("connectionId"))));
		if (content.access?.basics !== "edited") return { fault: "This identity provider does not use SAML." };
		if (content.access.options === "unread") return { fault: "The provider's settings can't be read." };
		return { result: reportOnProviderResponse(content, response) };
	} catch (error) {
		return { problem: problemOf(error, "identity provider") };
	}
}

/** Turns an identity provider off for the application that tests sign in to. */
export async function endProviderTestAction(_: FormResult, sent: FormData): Promise<FormResult> {
	try {
		const { form } = await permittedForm("changeProviders", sent);
		const connection = await getConnectionWithClients(String(form.get("connectionId")));
		const { clients, hasMoreClients } = connection;
		const application = await findTestApplication();
		if (!clients || hasMoreClients) {
			throw new WriteRefused(
				"Nothing was turned off",
				"The applications that use this provider could not all be read.",
			);
		}
		const others = clients.filter((client) => client !== application);
		const isOff = others.length === clients.length;
		if (!isOff) await updateConnection(connection, {}, others);
		await renewPages();
		return { done: isOff ? "It was already off." : "Turned off." };
	} catch (error) {
		return { problem: problemOf(error, "identity provider") };
	}
}
