/* Pages read from a folder may start no worker: the search then runs in a hidden frame. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.told(data);
      inside.importScripts = (...urls) => urls.reduce(
        (before, one) => before.then(() => new Promise((done) => {
          const script = inside.document.createElement("script");
          script.src = one;
          script.onload = done;
          inside.document.body.appendChild(script);
        })), Promise.resolve());
      this.ready = inside.importScripts(url);
    }
    told(data) {
      const event = new MessageEvent("message", {data});
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", {data})));
    }
    terminate() { this.frame.remove(); }
  };
  window.IFrameWorker = window.Worker; // by this name the search knows where it runs
}
