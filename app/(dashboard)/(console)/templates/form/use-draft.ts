"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { MdlElements } from "@/lib/contract/mdl-elements";
import type { TemplateFormValues } from "./template-form-values";
import type { LateParts } from "./use-late-parts";

/** What was typed and not saved, with the elements that it was typed over. */
export type Draft = { values: TemplateFormValues; stored: MdlElements };

type DraftOptions = {
	id?: string;
	subject: string;
	canWrite: boolean;
	isCreated?: boolean;
	start: TemplateFormValues;
	stored: MdlElements;
	values: TemplateFormValues;
	isDirty: boolean;
	load: () => Promise<LateParts>;
	apply: (values: TemplateFormValues) => Promise<void>;
};

/** The key of a draft in the session storage: one person's, for one template or for the one to come. */
function draftKey(subject: string, id: string | undefined): string {
	return `template-draft ${id ?? "new"} ${subject}`;
}

/**
 * Keeps unsaved edits in the tab's session storage, so that a reload or a new sign-in does not lose them. A draft that
 * is found is offered, never applied by itself; it goes when the edits are saved or taken back, and at sign-out.
 */
export function useDraft({ id, subject, canWrite, isCreated, stored, values, isDirty, load, apply }: DraftOptions) {
	const [offered, setOffered] = useState<Draft | null>(null);
	const key = draftKey(subject, id);

	const find = useEffectEvent(async () => {
		if (!canWrite) return;
		if (isCreated) withStorage((storage) => storage.removeItem(draftKey(subject, undefined)));
		const text = withStorage((storage) => storage.getItem(key));
		if (text) setOffered((await load()).readDraft(text));
	});
	useEffect(() => void find(), []);

	const [wasDirty, setWasDirty] = useState(false);
	if (isDirty && !wasDirty) setWasDirty(true);
	useEffect(() => {
		const draft: Draft = { values, stored };
		if (isDirty && canWrite) withStorage((storage) => storage.setItem(key, JSON.stringify(draft)));
		else if (wasDirty) withStorage((storage) => storage.removeItem(key));
	}, [isDirty, wasDirty, canWrite, key, values, stored]);

	useEffect(() => {
		const onSubmit = ({ target }: SubmitEvent) => {
			if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== "/sign-out") return;
			withStorage((storage) => {
				for (const name of Object.keys(storage)) if (name.startsWith("template-draft ")) storage.removeItem(name);
			});
		};
		document.addEventListener("submit", onSubmit);
		return () => document.removeEventListener("submit", onSubmit);
	}, []);

	async function onChoice(isRestored: boolean) {
		const draft = offered;
		setOffered(null);
		if (!isRestored) withStorage((storage) => storage.removeItem(key));
		else if (draft) await apply((await load()).rebaseDraft(draft, stored));
	}

	return { offered, onChoice };
}

/** Browsers may refuse the storage or be out of room; the form works without drafts then. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
	try {
		return use(sessionStorage);
	} catch {
		return null;
	}
}
