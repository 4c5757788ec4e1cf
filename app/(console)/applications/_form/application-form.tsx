"use client";

import { useEffect, useState } from "react";
import { EditFrame } from "@/app/_forms/edit-frame";
import { HistoryList } from "@/app/_forms/history/history-list";
import type { ToldChange } from "@/app/_forms/history/told-change";
import { newerSave, rememberPage } from "@/app/_forms/recent-saves";
import { SaveBar } from "@/app/_forms/save-bar";
import { SaveProblems } from "@/app/_forms/save-problems";
import { shownFaults } from "@/app/_forms/shown-faults";
import { useSaveKey } from "@/app/_forms/use-save-key";
import { changeInWords, contentChanges } from "../_edit/application-changes";
import { type ApplicationContent, hasPeople, wantedContent } from "../_edit/application-content";
import { isUndecided, onDraft } from "../_edit/application-edit";
import { applicationFaults } from "../_edit/application-faults";
import type { ApplicationSave } from "../_edit/application-form-state";
import { ApplicationConflict } from "./application-conflict";
import { AddressField, NameField, TypeField } from "./basic-fields";
import { ErrorSummary } from "./error-summary";
import { DescriptionField, GrantFields, SwitchFields } from "./more-fields";
import { UnsavedEdits } from "./unsaved-edits";
import { useApplicationForm } from "./use-application-form";

type ApplicationFormProps = {
	id: string;
	/** What the service held when the page was made. */
	opened: ApplicationContent;
	canWrite: boolean;
	/** Who is signed in: drafts are kept apart by it. */
	subject: string;
	history: ToldChange[];
	/** When the page was made, ISO 8601 UTC. */
	madeAt: string;
	/** Where its reader lives, as IANA names it. */
	timeZone: string;
};

/**
 * The form of a stored application, drawn by the server and live in the browser: the same components, one store. It is a
 * native form as well, which posts its controls to the same action while, and where, no scripts run.
 */
export function ApplicationForm(props: ApplicationFormProps) {
	const { id, canWrite, subject, madeAt } = props;
	const [known] = useState(() => newerSave<ApplicationSave>(id, madeAt));
	useEffect(() => rememberPage(madeAt), [madeAt]);
	const form = useApplicationForm(id, known?.after ?? props.opened, canWrite);
	const { edit, opened, values, answer, answered, wasRefused, isLive, isPending, change } = form;
	useSaveKey(form.formRef);
	const wanted = wantedContent(opened, values);
	const faults = shownFaults(values, { wasRefused, faults: answer.faults, answered }, () =>
		applicationFaults(opened, values),
	);
	const undecided = (wasRefused || answer.isUndecided === true) && isUndecided(edit, values);
	const changes = contentChanges(opened, wanted).map((each) => ({ field: each.field, words: changeInWords(each) }));
	const isDirty = changes.length > 0;
	const latest = answer.saved ?? known;
	const fields = { values, faults, change, isDisabled: !canWrite };

	return (
		<EditFrame
			{...{ form, canWrite }}
			summary={
				<>
					<ErrorSummary faults={faults} isUndecided={undecided} />
					<SaveProblems problem={answer.problem} differing={answer.saved?.differing} />
					<UnsavedEdits
						{...{ id, subject, canWrite, isDirty, isPending }}
						current={{ values, opened }}
						onRestore={(draft) => form.take(onDraft(opened, draft))}
					/>
				</>
			}
		>
			{edit.conflict ? (
				<ApplicationConflict ref={form.conflictRef} conflict={edit.conflict} choose={form.choose} values={values} />
			) : null}
			<NameField {...fields} />
			<DescriptionField {...fields} />
			<TypeField
				{...fields}
				stored={opened.type}
				description="What kind of program it is. How it authenticates stays as it is."
			/>
			<AddressField
				{...fields}
				list="callbacks"
				{...(hasPeople(values.type) ? {} : { hint: "Machine to machine needs none." })}
			/>
			<AddressField {...fields} list="logoutUrls" />
			<AddressField {...fields} list="webOrigins" />
			<GrantFields {...fields} stored={opened.grants} />
			<SwitchFields {...fields} />
			<HistoryList
				id={id}
				changes={latest?.history ?? props.history}
				clock={{ now: new Date(latest?.at ?? madeAt), timeZone: props.timeZone }}
			/>
			{canWrite ? <SaveBar {...{ changes, answer, isLive, isPending }} onUndo={form.undo} /> : null}
		</EditFrame>
	);
}
