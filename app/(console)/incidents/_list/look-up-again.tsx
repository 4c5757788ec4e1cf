"use client";

import { ButtonForm } from "@/app/_forms/action-form";
import { lookUpAgainAction } from "../incident-actions";

/** For the users of a list or an incident for whom it was not carried out. */
export function LookUpAgain({ list }: { list: string }) {
	return <ButtonForm action={lookUpAgainAction} sends={{ edit: list }} label="Show again those who are not done" />;
}
