/** What runs in the browser of the admin's own application. The two addresses are that application's own. */
export const browserSnippet = `<button id="ask-licence">Show your driving licence</button>
<script type="module">
  const button = document.querySelector("#ask-licence");
  const post = async (path, body) => {
    const answer = await fetch(path, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}),
    });
    if (!answer.ok) throw new Error(path + " answered " + answer.status);
    return answer.json();
  };
  // A browser without this API can't ask: offer another way.
  button.hidden = !("DigitalCredential" in window);
  button.addEventListener("click", async () => {
    try {
      // Your server calls beginRequest() and keeps its \`kept\`. It has to be quick: the browser asks
      // a wallet only within some seconds after the press.
      const { requests } = await post("/licence/begin");
      const { protocol, data } = await navigator.credentials.get({ mediation: "required", digital: { requests } });
      // An error of the wallet comes as an answer, too.
      if (data.error) throw new Error("The wallet answered " + data.error);
      // Your server takes \`kept\`, awaits readAnswer() and has the result verified.
      console.log(await post("/licence/end", { protocol, data }));
    } catch (error) {
      // NotAllowedError: declined, or another request is open.
      console.error(error);
    }
  });
</script>
`;
