import { type PageScript, pageScript } from "./page";

/** Gives each password field a button that shows what was typed. Made by the script: without scripts there is none. */
export const SHOW_PASSWORD: PageScript =
	pageScript(`for (const input of document.querySelectorAll("input[type=password]")) {
const button = document.createElement("button");
const show = (isShown) => {
input.type = isShown ? "text" : "password";
button.textContent = isShown ? "Hide password" : "Show password";
};
button.type = "button";
button.className = "reveal";
button.addEventListener("click", () => show(input.type === "password"));
input.form.addEventListener("submit", () => show(false));
input.after(button);
show(false);
}`);
