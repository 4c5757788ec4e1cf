"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { renewPages } from "@/app/_forms/after-write";
import type { PasteState } from "@/app/_sign-in-test/paste-response";
import { pastedResponse } from "@/app/_sign-in-test/pasted-response";
import { contentOf } from "@/app/(console)/applications/_edit/add-ons";
import { isOn } from "@/app/(console)/applications/_edit/protocol";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { updateFederatedApplication } from "@/lib/dashboard/management/applications/write-applications";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm } from "@/lib/dashboard/session/session";
import { testAddress } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { reportOnResponse } from "./report-on-response";

/** Checks a pasted response. It is stored nowhere. */
export async function checkResponseAction(_: PasteState, sent: FormData): Promise<PasteState> {
	try {
		const { form } = await permittedForm("look", sent);
		const id = String(form.get("applicationId"));
		const { response, fault } = pastedResponse(form);
		if (fault) return { fault };
		const content = contentOf(await getFederatedApplication(id));
		const { protocol } = content;
		if (!isOn(protocol)) return { fault: "Single sign-on is off for this application." };
		return { result: await reportOnResponse(id, { ...content, protocol }, response) };
	} catch (error) {
		return { problem: problemOf(error, "application") };
	}
}

/** Adds this console's own address to the callback URLs of an application, at their end, or removes it. */
export async function testAddressAction(_: FormResult, sent: FormData): Promise<FormResult> {
	try {
		const { form } = await permittedForm("changeApplications", sent);
		const id = String(form.get("applicationId"));
		const isAdded = form.get("intent") === "add";
		const current = await getFederatedApplication(id);
		const { protocol } = contentOf(current);
		if (!isOn(protocol)) return { problem: off };
		const address = testAddress(protocol);
		const others = (current.callbacks ?? []).filter((callback) => callback !== address);
		const isThere = others.length !== (current.callbacks ?? []).length;
		if (isThere !== isAdded) {
			await updateFederatedApplication(current, { callbacks: isAdded ? [...others, address] : others });
		}
		await renewPages();
		return { done: isAdded ? "Added the test URL to the callbacks." : "Removed the test URL from the callbacks." };
	} catch (error) {
		return { problem: problemOf(error, "application") };
	}
}

const off: Problem = { title: "Single sign-on is off", message: "It was turned off meanwhile. Nothing was changed." };
